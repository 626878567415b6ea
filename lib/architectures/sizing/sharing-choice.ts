import { findAccelerator } from "../../catalog/accelerators";
import { acceleratedInstanceTypes, findInstanceType } from "../../catalog/instance-types";
import type { InstanceType } from "../../catalog/types";
import { Problems } from "../../errors";
import { GPU_SHARES, isShares } from "../../model/gpu-shares";
import type { GpuSharing } from "../../model/model";
import { use } from "../../remedies/remedy";
import { prop, say, sharing, type Text } from "../../remedies/sentence";
import { nearest } from "../../units/nearest";

/** How replicas share GPUs, whatever the GPU: `GpuSharing` is one. */
export interface SharingChoice {
  readonly kind: "mig" | "mps" | "time-slicing";
  /** MIG profile. */
  readonly profile: string | undefined;
  readonly replicas: number;
}

/** A choice on the GPUs of an instance type, in the terms of the model; undefined where they have no such MIG profile. */
export function sharingOn(type: InstanceType, choice: SharingChoice | undefined): GpuSharing | undefined {
  if (choice === undefined) return { kind: "none" };
  if (choice.kind !== "mig") return { kind: choice.kind, replicas: choice.replicas };
  const gpu = type.accelerator === null ? undefined : findAccelerator(type.accelerator);
  const profile = gpu?.migProfiles.find(({ name }) => name === choice.profile);
  return profile && { kind: "mig", profile: profile.name, instancesPerGpu: profile.maxInstances };
}

/** `MIG 1g.10gb`, `time slicing by 4`. */
export function sharingInWords({ kind, profile, replicas }: SharingChoice): string {
  if (kind === "mig") return `MIG ${profile}`;
  return `${kind === "mps" ? "MPS" : "time slicing"} by ${replicas}`;
}

/**
 * Refuses what no GPU, or not that of the type that is given, can be shared by.
 *
 * @throws WarpformError naming `gpuSharing`
 */
export function checkSharing(choice: SharingChoice | undefined, typeName: string | undefined): void {
  if (choice === undefined) return;
  const problems = new Problems();
  const { kind, profile, replicas } = choice;
  const add = (message: Text) => problems.add("not-allowed", "gpuSharing", message);
  if (kind === "mps") {
    add(
      say`${sharing("mps")} limits each of vLLM's processes and not their sum; use ${sharing("mig")} or ${sharing("time-slicing")}`,
    );
  } else if (kind === "time-slicing" && !isShares(replicas)) {
    add(
      say`${prop("gpuSharing.replicas")} must be a whole number from ${GPU_SHARES.min} to ${GPU_SHARES.max}, got ${replicas}; ${use(4)}`,
    );
  } else if (kind === "mig") {
    const given = typeName === undefined ? undefined : findInstanceType(typeName);
    // An unknown type is told by what looks it up.
    if (typeName === undefined || given !== undefined) {
      const profiles = profilesOf(given);
      if (profiles.length === 0) {
        add(
          say`${sharing("mig")} needs a GPU that can be partitioned, which ${String(typeName)} does not have; use ${sharing("time-slicing", 4)}`,
        );
      } else if (!profiles.includes(profile!)) {
        const whose =
          given === undefined ? "that of a GPU in the catalog" : `one of ${given.name}'s (${profiles.join(", ")})`;
        const near = nearest(String(profile), profiles, 1)[0] ?? profiles[0];
        add(say`${prop("gpuSharing.profile")} must be ${whose}, got "${String(profile)}"; ${use(near ?? "1g.10gb")}`);
      }
    }
  }
  problems.throwIfAny("sizing");
}

/** MIG profiles of a type's GPU, or of all. */
function profilesOf(type: InstanceType | undefined): readonly string[] {
  const types = type === undefined ? acceleratedInstanceTypes() : [type];
  const gpus = types.flatMap(({ accelerator }) => (accelerator === null ? [] : (findAccelerator(accelerator) ?? [])));
  return [...new Set(gpus.flatMap(({ migProfiles }) => migProfiles.map(({ name }) => name)))];
}
