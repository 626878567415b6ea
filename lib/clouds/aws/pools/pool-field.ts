import { can, list, made } from "../../../props/nested-fields";
import type { GpuNodePool } from "./gpu-node-pool";

export const pool = () => made<GpuNodePool>("a GpuNodePool", can("adoptBy"));

export const pools = () => list(pool(), { words: "a list of GpuNodePools" });
