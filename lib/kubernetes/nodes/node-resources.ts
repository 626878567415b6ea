import { MIB } from "../../units/bytes";
import { fabricResources } from "../platform/fabric-pod";
import { gpuResource, type KubernetesPool } from "./pool";

/** What pods of a pool may use on one of its nodes. */
export interface NodeResources {
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  readonly hugePagesBytes: number;
  /** Devices of the fabric. */
  readonly fabricDevices: number;
  /** Whole GPUs, MIG devices or shares: whatever the pool advertises. */
  readonly gpus: number;
}

/** What worker pods may ask for on a node: capacity less everything that runs on it beside them. Rounded down, never up. */
export function allocatable(of: KubernetesPool): NodeResources {
  const { cpuMillicores, memoryBytes } = of.platform.usable(of.type);
  const hugePagesBytes = of.fabric?.hugePages?.bytesPerNode ?? 0;
  return {
    cpuMillicores: Math.floor(cpuMillicores),
    memoryBytes: Math.max(0, Math.floor((memoryBytes - hugePagesBytes) / MIB) * MIB),
    hugePagesBytes,
    fabricDevices: of.fabric?.perNode ?? 0,
    gpus: gpuResource(of).perNode,
  };
}

/** What a node offers of its fabric, by resource. */
export function fabricCapacity(of: KubernetesPool): Readonly<Record<string, string>> {
  const { fabricDevices, hugePagesBytes } = allocatable(of);
  return fabricResources(of.fabric?.resource ?? null, fabricDevices, hugePagesBytes);
}
