import { checkovSkip } from "../../../common/checkov";
import type { GpuNodePool } from "../../pools/gpu-node-pool";

/** Karpenter attaches security groups to instances that Terraform never sees. */
export function noteUnattachedGroups(pools: readonly GpuNodePool[]): void {
  const reason = "Karpenter attaches it to the nodes that it launches";
  for (const pool of pools) checkovSkip(pool.securityGroup.securityGroup, "CKV2_AWS_5", reason);
  const fabrics = new Set(pools.flatMap(({ fabric }) => fabric?.securityGroup ?? []));
  for (const group of fabrics) checkovSkip(group, "CKV2_AWS_5", reason);
}
