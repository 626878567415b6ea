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
  title: "network without a way out and without the endpoints that nodes need",
  why: "With no NAT gateway a node reaches AWS only through endpoints. Missing ones show as boot steps that hang: no Session Manager, no images, no secrets, no logs.",
  fix: 'Leave `interfaceEndpoints` at its default, which holds them all, or use `egress: "nat"`.',
  verify: "From a node, `nc -vz SERVICE.REGION.amazonaws.com 443` for each service that the finding names.",
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
          value: `without ${missing.join(", ")}`,
          allowed: [...wanted].sort().join(", "),
          fix: `add ${missing.join(", ")}`,
        };
      },
    ),
};
