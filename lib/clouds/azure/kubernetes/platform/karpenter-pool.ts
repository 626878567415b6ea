import type { GpuNodePool } from "../../pools/gpu-node-pool";

/**
 * Whether Karpenter may launch the nodes of a pool. It makes no scale set, in which nodes of a fabric must be, and its node classes name no capacity
 * reservation group.
 * @see https://github.com/Azure/karpenter-provider-azure/blob/v1.14.2/pkg/apis/v1beta1/aksnodeclass.go
 */
export const karpenterTakes = ({ fabric, definition }: GpuNodePool): boolean =>
  fabric === undefined && definition.capacity.groupId === null;

/** Whether Karpenter launches the nodes of a pool: what has a fixed size stays a node pool of AKS, as Karpenter keeps no nodes without pods. */
export const isKarpenterPool = (pool: GpuNodePool, provisioner: "karpenter" | "managed"): boolean =>
  provisioner === "karpenter" && karpenterTakes(pool) && pool.nodes.min !== pool.nodes.max;
