import { GIB, MIB } from "../../units/bytes";
import { EFA_RESOURCE, HUGE_PAGES_RESOURCE } from "../chart/names";
import { cpuQuantity, memoryQuantity } from "../chart/quantity";
import { allocatable } from "../nodes/node-resources";
import { gpuResource, type KubernetesPool } from "../nodes/pool";

/** What one worker pod takes of its node. */
export interface WorkerResources {
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  /** /dev/shm, part of the pod's memory: NCCL's shared memory and Ray's object store live there. */
  readonly sharedMemoryBytes: number;
  readonly gpuResource: string;
  readonly gpus: number;
  readonly efa: number;
  readonly hugePagesBytes: number;
}

/** Huge pages a pod with EFA asks for. @see https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html (5120Mi in the sample job) */
const EFA_POD_HUGE_PAGES_BYTES = 5120 * MIB;

/** Ray's object store takes 30% of a node's memory by default. @see https://docs.ray.io/en/latest/ray-core/scheduling/memory-management.html */
const SHARED_MEMORY_SHARE = 0.3;

/**
 * The share of a node that belongs to `gpus` of its GPUs (or MIG devices, or shares): CPU, memory and EFA interfaces in
 * proportion, whole GiB and whole interfaces, rounded down so that as many pods fit as GPUs allow.
 */
export function workerResources(of: KubernetesPool, gpus: number): WorkerResources {
  const node = allocatable(of);
  const share = node.gpus > 0 ? gpus / node.gpus : 1;
  const memoryBytes = Math.floor((node.memoryBytes * share) / GIB) * GIB;
  const efa = Math.floor(node.efa * share);
  return {
    cpuMillicores: Math.floor((node.cpuMillicores * share) / 500) * 500,
    memoryBytes,
    sharedMemoryBytes: Math.floor((memoryBytes * SHARED_MEMORY_SHARE) / GIB) * GIB,
    gpuResource: gpuResource(of).name,
    gpus,
    efa,
    hugePagesBytes: efa > 0 ? Math.min(EFA_POD_HUGE_PAGES_BYTES, Math.floor(node.hugePagesBytes * share)) : 0,
  };
}

/** Requests, and limits equal to them: a worker never shares what it was counted for. */
export function resourceList(worker: WorkerResources): Record<string, string> {
  return {
    cpu: cpuQuantity(worker.cpuMillicores),
    memory: memoryQuantity(worker.memoryBytes),
    ...(worker.gpus > 0 ? { [worker.gpuResource]: String(worker.gpus) } : {}),
    ...(worker.efa > 0
      ? { [EFA_RESOURCE]: String(worker.efa), [HUGE_PAGES_RESOURCE]: memoryQuantity(worker.hugePagesBytes) }
      : {}),
  };
}
