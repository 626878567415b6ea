import { set } from "../../../remedies/remedy";
import { addressesNeeded } from "../../existing/addresses-needed";
import { checkEach, type Rule } from "../../rule";

export const subnetAddressesShort: Rule = {
  id: "subnet-addresses-short",
  area: "network",
  severity: "error",
  clouds: ["aws"],
  title: "Subnet too small for the pool",
  why: "EC2 returns `InsufficientFreeAddressesInSubnet` when the last nodes of a job launch, and the job never starts. On EKS, each node also reserves 32 or more addresses for pods.",
  fix: "Use the `ip-saving` nicLayout, a larger CIDR block, or fewer nodes.",
  verify:
    "`aws ec2 describe-subnets --query 'Subnets[].AvailableIpAddressCount'` must be at least nodes × addresses per node.",
  source: "https://docs.aws.amazon.com/vpc/latest/userguide/subnet-sizing.html",
  check: (design) =>
    checkEach(
      design.cluster.networks.filter((n) => n.computeSubnets.some((s) => s.usableAddresses !== null)),
      (network) => {
        const known = network.computeSubnets.filter((s) => s.usableAddresses !== null);
        const zones = [...new Set(known.map((s) => s.availabilityZone))];
        return zones.flatMap((zone) => {
          const has = known
            .filter((s) => s.availabilityZone === zone)
            .reduce((sum, s) => sum + (s.usableAddresses ?? 0), 0);
          const wants = addressesNeeded(design, zone);
          if (wants <= has) return [];
          return {
            path: `networks.${network.name}.computeSubnets.${zone ?? "any"}`,
            value: `${wants} IP addresses for all nodes`,
            allowed: `${has} usable addresses`,
            fix: [set("nicLayout", "ip-saving"), "use a larger subnet", set("nodes.max", undefined, "lower")],
          };
        });
      },
    ),
};
