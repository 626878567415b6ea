import { interfacesOf } from "../../../model/aws/aws-model";
import { addressesPerNode } from "../../../model/aws/nic-layout";
import type { NodePool } from "../../../model/model";
import { set } from "../../../remedies/remedy";
import type { Design } from "../../design";
import { checkEach, type Rule } from "../../rule";

/**
 * Addresses that a Kubernetes node holds for its pods beside those of its interfaces: the VPC CNI gives them out in prefixes of 16
 * and keeps one free beside the one in use.
 * @see https://docs.aws.amazon.com/eks/latest/best-practices/prefix-mode-linux.html
 */
const POD_ADDRESSES = 32;

/** Addresses of a node at work. */
function perNode(pool: NodePool): number {
  const own = Math.max(1, addressesPerNode(interfacesOf(pool)));
  return own + (pool.adoptedBy?.kind === "kubernetes" ? POD_ADDRESSES : 0);
}

/** Addresses that all pools of a zone need at their largest; pools without a zone may land in any. */
function needed(design: Design, zone: string | null): number {
  return design.pools
    .filter(({ pool }) => pool.availabilityZone === null || zone === null || pool.availabilityZone === zone)
    .reduce((sum, { pool }) => sum + pool.nodes.max * perNode(pool), 0);
}

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
          const wants = needed(design, zone);
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
