import type { Accelerator, InstanceType } from "../../catalog/types";
import type { GpuSharing } from "../../model/model";
import type { NodeHardware } from "./slurm-cluster";

/**
 * Share of an instance's nominal memory that jobs get. Firmware and kernel keep some of it, and the operating system and
 * slurmd need theirs; a node that registers with less than it is configured with is drained.
 * @see https://docs.aws.amazon.com/parallelcluster/latest/ug/Scheduling-v3.html (SchedulableMemory: 95 percent)
 */
export const schedulableMemoryShare = 0.95;

/** RealMemory of an instance type, MiB, when nothing else is asked for. */
export const defaultRealMemoryMiB = (instance: InstanceType): number =>
  Math.floor(instance.memoryGiB * 1024 * schedulableMemoryShare);

/**
 * GRES type of an accelerator: `H100-SXM-80GB` is `h100`, `RTX-PRO-6000-96GB` is `rtx_pro_6000`. It must be a part of the name
 * that NVML reports, so form factor and memory are left out.
 * @see https://slurm.schedmd.com/gres.conf.html#OPT_Type
 */
export const gresType = (accelerator: Accelerator): string =>
  accelerator.name
    .replace(/-\d+GB$/i, "")
    .replace(/-(SXM\d?|PCIE|NVL|HGX|OAM)$/i, "")
    .toLowerCase()
    .replaceAll("-", "_");

/**
 * Sockets, cores, threads, memory and GPUs of a node. Explicit, because a CLOUD node that is given CPUs alone is taken for
 * that many sockets of one core, which spoils GPU affinity (aws/aws-parallelcluster#6020). An unpublished layout is stated as one socket.
 */
export function nodeHardware(
  instance: InstanceType,
  accelerator: Accelerator | null,
  sharing: GpuSharing,
  realMemoryMiB: number = defaultRealMemoryMiB(instance),
  threadsPerCore: number = instance.cpu.threadsPerCore,
): NodeHardware {
  const cores = instance.vcpus / instance.cpu.threadsPerCore;
  const sockets = instance.cpu.sockets ?? 1;
  return {
    sockets,
    coresPerSocket: instance.cpu.coresPerSocket ?? cores / sockets,
    threadsPerCore,
    realMemoryMiB,
    gpu: accelerator === null || accelerator.vendor === "aws" ? null : gpuOf(instance, accelerator, sharing),
    neuron: accelerator?.vendor === "aws" ? { type: gresType(accelerator), devices: instance.acceleratorCount } : null,
  };
}

function gpuOf(instance: InstanceType, accelerator: Accelerator, sharing: GpuSharing): NodeHardware["gpu"] {
  const devices = instance.acceleratorCount;
  if (sharing.kind === "mig") {
    return { type: sharing.profile, count: devices * sharing.instancesPerGpu, devices, shards: 0 };
  }
  const shards = sharing.kind === "time-slicing" ? devices * sharing.replicas : 0;
  return { type: gresType(accelerator), count: devices, devices, shards };
}

/** Logical CPUs of a node, as `CPUs=` and DefCpuPerGPU count them. */
export const cpusOf = (hardware: NodeHardware): number =>
  hardware.sockets * hardware.coresPerSocket * hardware.threadsPerCore;

/** Value of `Gres=`: `gpu:h100:8`, `gpu:a10g:1,shard:4`, `neuron:trainium2:16`. */
export function gresOf(hardware: NodeHardware): string | null {
  if (hardware.neuron !== null) return `neuron:${hardware.neuron.type}:${hardware.neuron.devices}`;
  if (hardware.gpu === null) return null;
  const { type, count, shards } = hardware.gpu;
  return shards > 0 ? `gpu:${type}:${count},shard:${shards}` : `gpu:${type}:${count}`;
}
