import type { FileSystem } from "../../../model/model";

export interface DescribedLustre {
  readonly name: string;
  readonly availabilityZone: string;
  readonly capacityTiB: number | null;
  readonly throughputPerTiB: number | null;
  readonly existing: boolean;
  /** Whether it shows blobs of a container that is its own. */
  readonly blobs?: boolean;
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
    // export is by jobs that somebody starts
    dataRepositories: of.blobs ? [{ bucket: `${name}-blobs`, path: "/", imports: true, exports: false }] : [],
    availabilityZones: [availabilityZone],
    existing,
  };
}
