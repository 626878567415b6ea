import { list, made } from "../../../props/nested-fields";
import { can } from "../shared/aws-fields";
import type { GpuNodePool } from "./gpu-node-pool";

export const pool = () => made<GpuNodePool>("a GpuNodePool", can("adoptBy"));

export const pools = () => list(pool(), { words: "a list of GpuNodePools" });
