import { lustreTier } from "../catalog/storage/lustre-tiers";
import type { LustreTier } from "../catalog/types";
import type { FileSystem } from "../model/model";

/** The catalog's tier of a Lustre file system; undefined for others and for combinations that are not sold. */
export function tierOf(f: FileSystem): LustreTier | undefined {
  if (f.kind !== "lustre" || f.deploymentType === null || f.storageType === null) return undefined;
  return lustreTier(
    f.deploymentType as LustreTier["deploymentType"],
    f.storageType as LustreTier["storageType"],
    f.throughputPerTiB,
  );
}
