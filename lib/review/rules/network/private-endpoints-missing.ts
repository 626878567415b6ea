import type { Design } from "../../design";
import { checkEach, type Rule } from "../../rule";

/** Services that every node calls, and those that a kind of scheduler adds. */
const always = ["ec2", "logs", "ssm", "ssmmessages", "sts"];
const bySchedulerKind = {
  slurm: ["secretsmanager"],
  // where the cluster does not say what it calls: pods get every AWS right from Pod Identity, which is eks-auth
  kubernetes: ["autoscaling", "ecr.api", "ecr.dkr", "eks", "eks-auth", "elasticloadbalancing", "sqs"],
  fleet: ["autoscaling"],
};

/** What the parts of the design call, and what every node does where a part does not say. */
function wantedOf({ cluster }: Design): Set<string> {
  const calls = cluster.schedulers.map((of) =>
    of.kind === "kubernetes" && of.calledServices ? of.calledServices : [...always, ...bySchedulerKind[of.kind]],
  );
  return new Set(calls.length === 0 ? always : calls.flat());
}

export const privateEndpointsMissing: Rule = {
  id: "private-endpoints-missing",
  area: "network",
  severity: "error",
  clouds: ["aws"],
  title: "No NAT and required VPC endpoints missing",
  why: "Without a NAT gateway, a node reaches AWS services only through VPC endpoints. Missing endpoints make boot steps hang: no Session Manager, container images, secrets or logs.",
  fix: 'Keep the default `interfaceEndpoints`, which includes all of them, or use `egress: "nat"`. For an imported network, list the endpoints that it has.',
  verify: "From a node, `nc -vz SERVICE.REGION.amazonaws.com 443` for each service in the finding.",
  source:
    "https://docs.aws.amazon.com/vpc/latest/privatelink/aws-services-privatelink-support.html https://docs.aws.amazon.com/systems-manager/latest/userguide/setup-create-vpc.html",
  check: (design) =>
    checkEach(
      design.cluster.networks.filter((n) => n.egress === "endpoints-only"),
      (network) => {
        const wanted = wantedOf(design);
        const missing = [...wanted].filter((service) => !network.privateEndpoints.includes(service)).sort();
        if (!network.objectStorageEndpoint) missing.push("s3 (gateway)");
        if (missing.length === 0) return null;
        return {
          path: `networks.${network.name}.interfaceEndpoints`,
          value: `missing: ${missing.join(", ")}`,
          allowed: [...wanted].sort().join(", "),
          fix: network.existing
            ? `create them, and name all that the network has in interfaceEndpoints of the import (s3GatewayEndpoint for S3's)`
            : `add ${missing.join(", ")}`,
        };
      },
    ),
};
