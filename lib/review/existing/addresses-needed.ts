import { interfacesOf } from "../../model/aws/aws-model";
import { addressesPerNode } from "../../model/aws/nic-layout";
import type { NodePool } from "../../model/model";
import type { Design } from "../design";

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
export function addressesNeeded(design: Design, zone: string | null): number {
  return design.pools
    .filter(({ pool }) => pool.availabilityZone === null || zone === null || pool.availabilityZone === zone)
    .reduce((sum, { pool }) => sum + pool.nodes.max * perNode(pool), 0);
}
