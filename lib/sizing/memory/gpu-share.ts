import type { Accelerator } from "../../catalog/types";
import type { GpuSharing } from "../../model/model";
import { GB, GIB } from "../../units/bytes";

/** What one user of a GPU has of it, as if it were a GPU of its own. */
export interface GpuShare {
  /** The part's memory, bandwidth and rates. */
  readonly accelerator: Accelerator;
  /** Users of one GPU. */
  readonly perGpu: number;
  /** The part in words; null for a whole GPU. */
  readonly name: string | null;
}

/** Memory slices that MIG counts in: profiles have one, two, four or all eight eighths of the memory and its bandwidth. */
const MEMORY_SLICES = 8;

/**
 * The part of a GPU that each of its users has; undefined where the GPU has no such MIG profile.
 *
 * A MIG profile `2g.20gb` has its own memory (in decimal GB, which is a little less than the driver shows), as many eighths of
 * the bandwidth as of the memory, and 2 of the GPU's 7 compute slices (4 on GPUs that are cut into four). Users by MPS or time
 * slicing have each an equal part of everything while all are busy; what switching between them costs is not counted.
 *
 * @example 1g.10gb of an H100 of 80 GB: 10 GB, 1/8 of 3,350 GB/s, 1/7 of 989 TFLOP/s, seven times.
 * @see https://docs.nvidia.com/datacenter/tesla/mig-user-guide/supported-mig-profiles.html
 */
export function gpuShare(gpu: Accelerator, sharing: GpuSharing): GpuShare | undefined {
  switch (sharing.kind) {
    case "none":
      return { accelerator: gpu, perGpu: 1, name: null };
    case "mig": {
      const profile = gpu.migProfiles.find(({ name }) => name === sharing.profile);
      if (profile === undefined) return undefined;
      const most = Math.max(...gpu.migProfiles.map(({ memoryGB }) => memoryGB));
      const slices = Math.max(...gpu.migProfiles.map(({ name }) => computeSlices(name)));
      const memoryShare = Math.round((profile.memoryGB / most) * MEMORY_SLICES) / MEMORY_SLICES;
      const computeShare = computeSlices(profile.name) / slices;
      const accelerator = { ...scaled(gpu, memoryShare, computeShare), memoryGiB: (profile.memoryGB * GB) / GIB };
      return { accelerator, perGpu: sharing.instancesPerGpu, name: profile.name };
    }
    default: {
      const { replicas } = sharing;
      return { accelerator: scaled(gpu, 1 / replicas, 1 / replicas), perGpu: replicas, name: `1/${replicas}` };
    }
  }
}

/** `2g.20gb` to 2. */
function computeSlices(profile: string): number {
  return Number.parseInt(profile, 10);
}

function scaled(gpu: Accelerator, memory: number, compute: number): Accelerator {
  const tflops = Object.fromEntries(
    Object.entries(gpu.tflops).map(([format, rate]) => [format, rate === null ? null : rate * compute]),
  ) as unknown as Accelerator["tflops"];
  return {
    ...gpu,
    memoryGiB: gpu.memoryGiB * memory,
    memoryBandwidthGBps: gpu.memoryBandwidthGBps === null ? null : gpu.memoryBandwidthGBps * memory,
    tflops,
  };
}
