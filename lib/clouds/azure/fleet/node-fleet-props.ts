import type { GpuNodePool } from "../pools/gpu-node-pool";

export interface NodeFleetProps {
  /** What a node is, and how many there may be. */
  readonly pool: GpuNodePool;
  /** Nodes that run, from `nodes.min` to `nodes.max` of the pool. @default - nodes.max */
  readonly size?: number;
}
