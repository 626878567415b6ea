import { accelerator, findAccelerator } from "../../../catalog/accelerators";
import type { InstanceType } from "../../../catalog/types";
import type { Problems } from "../../../errors";
import { GPU_SHARES, isShares } from "../../../model/gpu-shares";
import type { NodePool } from "../../../model/model";
import { made, saysOneOf } from "../../../props/nested-fields";
import { shown } from "../../../props/shown";
import { leaveOut, use } from "../../../remedies/remedy";
import { prop, say, sharing } from "../../../remedies/sentence";
import { nearest } from "../../../units/nearest";
import type { GpuSharing } from "./gpu-sharing";

/** The prop `gpuSharing` of a pool. */
export const gpuSharingField = () =>
  made<GpuSharing>('a GpuSharing, such as GpuSharing.mig("1g.10gb")', saysOneOf("kind", "mig", "mps", "time-slicing"));

/** Checks how a pool of a type shares its GPUs. */
export function checkGpuSharing(problems: Problems, gpuSharing: GpuSharing | undefined, type: InstanceType): void {
  if (gpuSharing === undefined) return;
  const gpu = type.accelerator === null ? undefined : findAccelerator(type.accelerator);
  if (gpu === undefined || gpu.vendor !== "nvidia") {
    problems.add(
      "conflict",
      "gpuSharing",
      say`${prop("gpuSharing")} needs NVIDIA GPUs, and ${type.name} has none; ${leaveOut("gpuSharing")}`,
    );
    return;
  }
  if (gpuSharing.kind !== "mig") {
    const { replicas } = gpuSharing;
    if (!isShares(replicas)) {
      problems.add(
        "out-of-range",
        "gpuSharing",
        say`${prop("gpuSharing.replicas")} must be a whole number from ${GPU_SHARES.min} to ${GPU_SHARES.max}, got ${shown(replicas)}; ${use(4)}`,
      );
    }
    return;
  }
  const profiles = gpu.migProfiles.map(({ name }) => name);
  if (profiles.length === 0) {
    problems.add(
      "conflict",
      "gpuSharing",
      say`${sharing("mig")} needs a GPU that can be partitioned, and the ${gpu.name} of ${type.name} cannot; use ${sharing("time-slicing", 4)}`,
    );
  } else if (!profiles.includes(gpuSharing.profile!)) {
    const near = nearest(String(gpuSharing.profile), profiles, 1);
    problems.add(
      "not-allowed",
      "gpuSharing",
      say`${prop("gpuSharing.profile")} must be one of the ${gpu.name}'s (${profiles.join(", ")}), got ${shown(gpuSharing.profile)}; ${use(near[0] ?? profiles[0]!)}`,
    );
  }
}

/** The same in the terms of the model; null for whole GPUs. */
export function describeSharing(of: GpuSharing | null, type: InstanceType): NodePool["sharing"] {
  if (of === null) return { kind: "none" };
  if (of.kind !== "mig") return { kind: of.kind, replicas: of.replicas };
  const profile = accelerator(type.accelerator!).migProfiles.find(({ name }) => name === of.profile)!;
  return { kind: "mig", profile: profile.name, instancesPerGpu: profile.maxInstances };
}
