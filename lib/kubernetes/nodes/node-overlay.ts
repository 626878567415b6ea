import type { KubernetesObject } from "../chart/manifest";
import { GPU_RESOURCE } from "../chart/names";
import { poolSources } from "./karpenter-node-pool";
import { fabricCapacity } from "./node-resources";
import { gpuResource, type KubernetesPool } from "./pool";

/**
 * Tells Karpenter what a node of this pool will offer beyond what the cloud says of its type: shared and MIG GPUs, and huge
 * pages. Without it a pod that asks for one of them waits for ever while the pool stays at zero.
 * Null where the type's own figures are right. Karpenter's feature gate `nodeOverlay` must be on.
 * @see https://karpenter.sh/docs/concepts/nodeoverlays/
 */
export function nodeOverlay(of: KubernetesPool): KubernetesObject | null {
  const gpu = gpuResource(of);
  const capacity = {
    ...(gpu.name === GPU_RESOURCE ? {} : { [gpu.name]: String(gpu.perNode) }),
    ...fabricCapacity(of),
  };
  if (Object.keys(capacity).length === 0) return null;
  return {
    apiVersion: "karpenter.sh/v1alpha1",
    kind: "NodeOverlay",
    metadata: { name: of.pool.name },
    spec: {
      weight: 10,
      requirements: [{ key: "karpenter.sh/nodepool", operator: "In", values: poolSources(of).map(({ name }) => name) }],
      capacity,
    },
  };
}
