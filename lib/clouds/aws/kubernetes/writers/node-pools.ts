import { type LocalChart, localChart } from "../../../../kubernetes/chart/chart";
import { karpenterNodePool, poolSources } from "../../../../kubernetes/nodes/karpenter-node-pool";
import type { GpuPodUse } from "../../../../kubernetes/nodes/node-labels";
import { nodeOverlay } from "../../../../kubernetes/nodes/node-overlay";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { requireArgument } from "../../../../props/require-argument";
import { EC2_NODE_CLASS, ec2NodeClass, type NodeClassSettings } from "./ec2-node-class";

/** A pool whose nodes Karpenter starts. */
export interface KarpenterPool {
  readonly of: KubernetesPool;
  readonly use: GpuPodUse;
  readonly settings: NodeClassSettings;
}

/**
 * The chart of Karpenter's objects, apart from the workloads: it is uninstalled after them and before Karpenter itself. A
 * node class is gone only when the last of its nodes is, so uninstalling this chart waits for the nodes.
 */
export function nodePoolsChart(pools: readonly KarpenterPool[]): LocalChart {
  requireArgument("nodePoolsChart", "pools", pools, Array.isArray, "a list of pools, each { of, use, settings }");
  const sources = pools.flatMap((pool) => poolSources(pool.of).map((source) => ({ ...pool, source })));
  return localChart({
    name: "node-pools",
    description: "Karpenter's node pools and node classes of one GPU cluster",
    groups: {
      "node-classes": sources.map(({ of, source, settings }) => ec2NodeClass(source.name, of, source.source, settings)),
      "node-pools": sources.map(({ of, source, use }) => karpenterNodePool(of, source, use, EC2_NODE_CLASS)),
      "node-overlays": pools.flatMap(({ of }) => nodeOverlay(of) ?? []),
    },
  });
}
