import { poolSources } from "../../../../kubernetes/nodes/karpenter-node-pool";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";

/** What the cluster autoscaler's expander prefers: the first capacity source of each pool before the second, and so on. */
export function expanderPriorities(pools: readonly KubernetesPool[]): Record<string, string[]> {
  const priorities: Record<string, string[]> = {};
  for (const pool of pools)
    for (const { name, weight } of poolSources(pool)) {
      priorities[String(weight)] ??= [];
      priorities[String(weight)]!.push(`^eks-${name}-[0-9a-f].*`);
    }
  return priorities;
}
