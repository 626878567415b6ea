import { optional, type Table } from "../../../props/field";
import { made } from "../../../props/nested-fields";
import { whole } from "../../../props/simple-fields";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { NodeFleetProps } from "./node-fleet-props";

/** What a NodeFleet takes. */
export const NODE_FLEET = {
  pool: made<GpuNodePool>("a GpuNodePool of warpform/azure", (value) => "customData" in value),
  size: optional(whole({ min: 0, max: 1000 })),
} satisfies Table<NodeFleetProps>;
