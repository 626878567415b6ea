import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { WarpformError } from "../../../errors";
import type { IClusterNetwork } from "../network/i-cluster-network";

interface Head {
  readonly path: string;
  readonly network: IClusterNetwork;
  readonly clusterName: string;
}

const headsOf = new WeakMap<TerraformStack, Head[]>();

/**
 * Two heads of one private zone would write the same `_slurmctld._tcp` record and nodes' names; two of one cluster name would
 * terminate each other's nodes as orphans.
 */
export function claimZone(scope: Construct, network: IClusterNetwork, clusterName: string): void {
  const stack = TerraformStack.of(scope);
  const heads = headsOf.get(stack) ?? [];
  const { path } = scope.node;
  const sameZone = heads.find((head) => head.network === network);
  const sameName = heads.find((head) => head.clusterName === clusterName);
  if (sameZone !== undefined) {
    const message = `network must have one Slurm head, since its private zone names one controller, got "${sameZone.path}" too; give each head a ClusterNetwork with a private zone of its own, or put the partitions into one head`;
    throw new WarpformError(`SlurmHeadNode "${path}"`, [{ code: "conflict", path: "network", message }]);
  }
  if (sameName !== undefined) {
    const message = `slurmClusterName must belong to one head, since a head terminates nodes of its cluster that it does not know, got "${clusterName}" of "${sameName.path}" too; use "${clusterName}-2"`;
    throw new WarpformError(`SlurmHeadNode "${path}"`, [{ code: "duplicate", path: "slurmClusterName", message }]);
  }
  headsOf.set(stack, [...heads, { path, network, clusterName }]);
}
