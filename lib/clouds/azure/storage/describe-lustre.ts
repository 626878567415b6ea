import type { FileSystem } from "../../../model/model";
import type { LustreBlobsProps } from "./lustre-storage-props";
import { ALL_BLOBS, AUTO_EXPORT } from "./lustre-storage-table";

export interface DescribedLustre {
  readonly name: string;
  readonly availabilityZone: string;
  readonly capacityTiB: number | null;
  readonly throughputPerTiB: number | null;
  readonly existing: boolean;
  /** The container of its own whose blobs it shows. */
  readonly blobs?: LustreBlobsProps | undefined;
}

/** What goes between the file system and its container by itself; another directory than the root is a repository of its own. */
function repositoriesOf({ name, blobs }: DescribedLustre): FileSystem["dataRepositories"] {
  if (blobs === undefined) return [];
  const bucket = `${name}-blobs`;
  const exported = blobs.autoExport && (blobs.autoExport.prefix ?? AUTO_EXPORT.prefix.default);
  const all = { bucket, path: ALL_BLOBS, imports: true, exports: exported === ALL_BLOBS };
  return exported === undefined || exported === ALL_BLOBS
    ? [all]
    : [all, { bucket, path: exported, imports: false, exports: true }];
}

/** Managed Lustre in the plain terms of the model. */
export function describeLustre(of: DescribedLustre): FileSystem {
  const { name, capacityTiB, throughputPerTiB, availabilityZone, existing } = of;
  return {
    name,
    kind: "lustre",
    capacityGiB: capacityTiB === null ? null : capacityTiB * 1024,
    deploymentType: "AMLFS-Durable-Premium",
    storageType: "SSD",
    throughputPerTiB,
    throughputMBps: capacityTiB === null || throughputPerTiB === null ? null : capacityTiB * throughputPerTiB,
    overFabric: false,
    metadataIops: null,
    compression: false,
    encrypted: true,
    deletionProtected: true,
    backupRetentionDays: 0,
    dataRepositories: repositoriesOf(of),
    availabilityZones: [availabilityZone],
    existing,
  };
}
