import { checkEach, type Rule } from "../../rule";

/** Services that every node calls, and those that a kind of scheduler adds. */
const always = ["ec2", "logs", "ssm", "ssmmessages", "sts"];
const bySchedulerKind = {
  slurm: ["secretsmanager"],
  // pods get every AWS right from Pod Identity, which is eks-auth; Karpenter reads SQS, the autoscaler and the balancers their own
  kubernetes: ["autoscaling", "ecr.api", "ecr.dkr", "eks", "eks-auth", "elasticloadbalancing", "sqs"],
  fleet: ["autoscaling"],
};

export const privateEndpointsMissing: Rule = {
  id: "private-endpoints-missing",
  area: "network",
  severity: "error",
  clouds: ["aws"],
  title: "No NAT and required VPC endpoints missing",
  why: "Without a NAT gateway, a node reaches AWS services only through VPC endpoints. Missing endpoints make boot steps hang: no Session Manager, container images, secrets or logs.",
  fix: 'Keep the default `interfaceEndpoints`, which includes all of them, or use `egress: "nat"`.',
  verify: "From a node, `nc -vz SERVICE.REGION.amazonaws.com 443` for each service in the finding.",
  source:
    "https://docs.aws.amazon.com/vpc/latest/privatelink/aws-services-privatelink-support.html https://docs.aws.amazon.com/systems-manager/latest/userguide/setup-create-vpc.html",
  check: (design) =>
    checkEach(
      design.cluster.networks.filter((n) => n.egress === "endpoints-only" && !n.existing),
      (network) => {
        const wanted = new Set([...always, ...design.cluster.schedulers.flatMap((s) => bySchedulerKind[s.kind])]);
        const missing = [...wanted].filter((service) => !network.interfaceEndpoints.includes(service)).sort();
        if (!network.s3GatewayEndpoint) missing.push("s3 (gateway)");
        if (missing.length === 0) return null;
        return {
          path: `networks.${network.name}.interfaceEndpoints`,
          value: `missing: ${missing.join(", ")}`,
          allowed: [...wanted].sort().join(", "),
          fix: `add ${missing.join(", ")}`,
        };
      },
    ),
};
