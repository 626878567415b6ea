import { takesAlternatives } from "../../model/alternative-types";
import { GPU_TAINT } from "../../model/kubernetes/node-taint";
import type { CapacitySource } from "../../model/model";
import type { KubernetesObject } from "../chart/manifest";
import { STARTUP_TAINT } from "../chart/names";
import { isChecked } from "./node-check";
import { type GpuPodUse, nodeLabels } from "./node-labels";
import { gpuResource, type KubernetesPool } from "./pool";
import { mostNodes } from "./static-nodes";
import { ownTaints } from "./taints";

/** Capacity types as Karpenter's label `karpenter.sh/capacity-type` has them. */
const CAPACITY_TYPE = {
  block: "reserved",
  reservation: "reserved",
  spot: "spot",
  "on-demand": "on-demand",
} as const satisfies Record<CapacitySource["kind"], string>;

/** One capacity source of a pool as Karpenter sees it. */
export interface PoolSource {
  /** `<pool>-<kind>`, with a number from the second of a kind on. Name of its NodePool and node class. */
  readonly name: string;
  readonly source: CapacitySource;
  /** The first source of the pool has the highest weight, so it is tried first. */
  readonly weight: number;
}

/** What a cloud's Karpenter calls its node classes, which have the names of their NodePools. */
export interface NodeClassKind {
  readonly group: string;
  readonly kind: string;
}

/** The sources of a pool in order. Karpenter takes the NodePool of the highest weight that can still grow. */
export function poolSources({ pool }: KubernetesPool): PoolSource[] {
  const seen = new Map<string, number>();
  return pool.capacity.map((source, i) => {
    const count = (seen.get(source.kind) ?? 0) + 1;
    seen.set(source.kind, count);
    const name = `${pool.name}-${source.kind}${count > 1 ? `-${count}` : ""}`;
    return { name, source, weight: 100 - i };
  });
}

/** What runs on the nodes decides when they may be taken away. */
function disruption(use: GpuPodUse) {
  if (use === "serving")
    return {
      consolidationPolicy: "WhenEmptyOrUnderutilized",
      consolidateAfter: "10m",
      budgets: [{ nodes: "1" }],
    };
  return {
    consolidationPolicy: "WhenEmpty",
    consolidateAfter: "5m",
    // a node that runs a training job is never replaced for a newer image or a cheaper type: only empty ones go
    budgets: [
      { nodes: "100%", reasons: ["Empty"] },
      { nodes: "0", reasons: ["Drifted", "Underutilized"] },
    ],
  };
}

/**
 * NodePool of one capacity source. Its limit counts GPUs as the nodes advertise them (MIG devices, shares), so that no mistake
 * elsewhere buys more than the pool allows: Karpenter adds up what started nodes report, and shared GPUs are no whole ones.
 * @see kubernetes-sigs/karpenter@v1.14.1 pkg/controllers/state/statenode.go (`Capacity`)
 */
export function karpenterNodePool(
  of: KubernetesPool,
  { name, source, weight }: PoolSource,
  use: GpuPodUse,
  nodeClass: NodeClassKind,
): KubernetesObject {
  const { pool, type } = of;
  const nodes = mostNodes(pool, source);
  const gpu = gpuResource(of);
  const zone = source.availabilityZone ?? pool.availabilityZone;
  const requirement = (key: string, ...values: string[]) => ({ key, operator: "In", values });
  const taints = [...(type.acceleratorCount > 0 ? [GPU_TAINT] : []), ...ownTaints(pool)];
  const alternatives = takesAlternatives(source) ? (pool.alternativeTypes ?? []) : [];
  return {
    apiVersion: "karpenter.sh/v1",
    kind: "NodePool",
    metadata: { name },
    spec: {
      weight,
      limits:
        type.acceleratorCount > 0 ? { [gpu.name]: String(nodes * gpu.perNode) } : { cpu: String(nodes * type.vcpus) },
      disruption: disruption(use),
      template: {
        metadata: { labels: nodeLabels(of, use) },
        spec: {
          nodeClassRef: { ...nodeClass, name },
          // nodes are replaced by their owner's hand or when empty, not in the middle of a job
          expireAfter: use === "serving" ? "720h" : "Never",
          requirements: [
            requirement("karpenter.sh/capacity-type", CAPACITY_TYPE[source.kind]),
            requirement("node.kubernetes.io/instance-type", type.name, ...alternatives),
            requirement("kubernetes.io/arch", type.architecture === "arm64" ? "arm64" : "amd64"),
            requirement("kubernetes.io/os", "linux"),
            ...(zone ? [requirement("topology.kubernetes.io/zone", zone)] : []),
          ],
          ...(taints.length > 0 ? { taints } : {}),
          ...(isChecked(of) ? { startupTaints: [STARTUP_TAINT] } : {}),
        },
      },
    },
  };
}
