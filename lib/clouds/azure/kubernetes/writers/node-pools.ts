import { type LocalChart, localChart } from "../../../../kubernetes/chart/chart";
import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import { karpenterNodePool, type PoolSource, poolSources } from "../../../../kubernetes/nodes/karpenter-node-pool";
import type { GpuPodUse } from "../../../../kubernetes/nodes/node-labels";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { zoneNumber } from "../../shared/names";
import { AKS_NODE_CLASS, aksNodeClass, type NodeClassSettings } from "./aks-node-class";
import { SPOT_TAINT } from "./spot-nodes";

/** A pool whose nodes Karpenter launches. */
export interface KarpenterPool {
  readonly of: KubernetesPool;
  readonly use: GpuPodUse;
  readonly settings: NodeClassSettings;
}

const ZONE_LABEL = "topology.kubernetes.io/zone";

/** Has Karpenter count what the agent of Cilium takes of a node. @see https://github.com/Azure/karpenter-provider-azure/blob/v1.14.2/examples/v1/general-purpose.yaml */
const CILIUM_LABEL = { "kubernetes.azure.com/ebpf-dataplane": "cilium" };

/** Keeps pods off a node until the agent of Cilium runs on it. @see the same example */
const CILIUM_TAINT = { key: "node.cilium.io/agent-not-ready", value: "true", effect: "NoExecute" };

/**
 * The chart of Karpenter's objects, apart from the workloads: it is installed before and uninstalled after them. A node class is gone only when the
 * last of its nodes is, so uninstalling this chart waits for the nodes.
 */
export function nodePoolsChart(pools: readonly KarpenterPool[]): LocalChart {
  const sources = pools.flatMap((pool) => poolSources(pool.of).map((source) => ({ ...pool, source })));
  return localChart({
    name: "node-pools",
    description: "Karpenter's node pools and node classes of one GPU cluster",
    groups: {
      "node-classes": sources.map(({ source, settings }) => aksNodeClass(source.name, settings)),
      "node-pools": sources.map(({ of, source, use }) => nodePool(of, source, use)),
    },
  });
}

/** What Karpenter writes of every cloud's pools, with what AKS' own nodes have: the agent of Cilium, and the taint of Spot nodes. */
function nodePool(of: KubernetesPool, source: PoolSource, use: GpuPodUse): KubernetesObject {
  const made = karpenterNodePool(of, source, use, AKS_NODE_CLASS);
  const { template, ...spec } = made.spec as Spec;
  // nodes of a Region without zones are in zone 0 to Karpenter
  const requirements = template.spec.requirements.filter(
    ({ key, values: [zone = ""] }) => key !== ZONE_LABEL || zoneNumber(zone) !== undefined,
  );
  const taints = [...(template.spec.taints ?? []), ...(source.source.kind === "spot" ? [SPOT_TAINT] : [])];
  return {
    ...made,
    spec: {
      ...spec,
      template: {
        metadata: { labels: { ...template.metadata.labels, ...CILIUM_LABEL } },
        spec: {
          ...template.spec,
          requirements,
          ...(taints.length > 0 ? { taints } : {}),
          startupTaints: [...(template.spec.startupTaints ?? []), CILIUM_TAINT],
        },
      },
    },
  };
}

interface Spec {
  readonly template: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: {
      readonly requirements: readonly { readonly key: string; readonly values: readonly string[] }[];
      readonly taints?: readonly object[];
      readonly startupTaints?: readonly object[];
    };
  };
}
