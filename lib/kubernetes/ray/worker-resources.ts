import { GIB, MIB } from "../../units/bytes";
import { type EnvironmentVariable, mergedEnvironment } from "../chart/environment";
import { cpuQuantity, memoryQuantity } from "../chart/quantity";
import { allocatable } from "../nodes/node-resources";
import { gpuResource, type KubernetesPool } from "../nodes/pool";
import { devicesOfPod, fabricResources } from "../platform/fabric-pod";
import type { PodOptions } from "../pods/pod-options";

/** What one worker pod takes of its node. */
export interface WorkerResources {
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  /** /dev/shm, part of the pod's memory: NCCL's shared memory and Ray's object store live there. */
  readonly sharedMemoryBytes: number;
  readonly gpuResource: string;
  readonly gpus: number;
  /** Extended resource of the fabric's devices; null where pods ask for none. */
  readonly fabricResource: string | null;
  /** Devices of the fabric. */
  readonly fabricDevices: number;
  readonly hugePagesBytes: number;
}

/** Ray's object store takes 30% of a node's memory by default. @see https://docs.ray.io/en/latest/ray-core/scheduling/memory-management.html */
const SHARED_MEMORY_SHARE = 0.3;

/**
 * The share of a node that belongs to `gpus` of its GPUs (or MIG devices, or shares): CPU, memory and devices of the fabric in
 * proportion, whole GiB and whole devices, rounded down so that as many pods fit as GPUs allow. Huge pages where the fabric's
 * environment, as the user's changes it, takes any. A pod that is told to takes less CPU and memory.
 */
export function workerResources(
  of: KubernetesPool,
  gpus: number,
  env: readonly EnvironmentVariable[] = [],
  own?: PodOptions | null,
): WorkerResources {
  const node = allocatable(of);
  const share = node.gpus > 0 ? gpus / node.gpus : 1;
  const { cpus, memoryGiB } = own?.resources ?? {};
  const memoryBytes = memoryGiB === undefined ? Math.floor((node.memoryBytes * share) / GIB) * GIB : memoryGiB * GIB;
  const fabricDevices = devicesOfPod(of.fabric, share);
  const fabric = of.fabric;
  const hugePages = fabric?.hugePages?.usedWith(mergedEnvironment(fabric.environment, env)) ? fabric.hugePages : null;
  return {
    cpuMillicores: cpus === undefined ? Math.floor((node.cpuMillicores * share) / 500) * 500 : Math.round(cpus * 1000),
    memoryBytes,
    sharedMemoryBytes: Math.floor((memoryBytes * SHARED_MEMORY_SHARE) / GIB) * GIB,
    gpuResource: gpuResource(of).name,
    gpus,
    fabricResource: of.fabric?.resource ?? null,
    fabricDevices,
    hugePagesBytes:
      hugePages && fabricDevices > 0 ? Math.min(hugePages.bytesPerPod, Math.floor(node.hugePagesBytes * share)) : 0,
  };
}

/** Pages of 2 MiB that a worker asks for, as the model counts them; null where its fabric takes none. */
export function requestedHugePages({ fabricDevices, hugePagesBytes }: WorkerResources): number | null {
  return fabricDevices > 0 && hugePagesBytes === 0 ? null : hugePagesBytes / (2 * MIB);
}

/** The same without a fabric: a pod that works within its node needs none. */
export function withoutFabric(worker: WorkerResources): WorkerResources {
  return { ...worker, fabricDevices: 0, hugePagesBytes: 0 };
}

/** Requests, and limits equal to them: a worker never shares what it was counted for. */
export function resourceList(worker: WorkerResources): Record<string, string> {
  return {
    cpu: cpuQuantity(worker.cpuMillicores),
    memory: memoryQuantity(worker.memoryBytes),
    ...(worker.gpus > 0 ? { [worker.gpuResource]: String(worker.gpus) } : {}),
    ...fabricResources(worker.fabricResource, worker.fabricDevices, worker.hugePagesBytes),
  };
}
