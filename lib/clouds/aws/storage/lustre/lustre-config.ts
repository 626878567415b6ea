import type { FsxLustreFileSystemConfig } from "@cdktf/provider-aws/lib/fsx-lustre-file-system";
import type { LustreDefinition } from "./define-lustre";
import type { LustreStorageProps } from "./lustre-storage-props";

/** Clients of today's kernels speak to 2.15 servers, and not to the API's default of 2.10. https://docs.aws.amazon.com/fsx/latest/LustreGuide/lustre-client-matrix.html */
const LUSTRE_VERSION = "2.15";

/** What a definition means to FSx; where it stands, its keys and groups are the construct's. */
export function lustreConfig(of: LustreDefinition, props: LustreStorageProps) {
  const { backupRetentionDays: backupDays, hddReadCache } = of;
  return {
    deploymentType: of.deploymentType,
    storageType: of.storageType,
    storageCapacity: of.capacityGiB ?? undefined,
    perUnitStorageThroughput: of.throughputPerTiB ?? undefined,
    fileSystemTypeVersion: LUSTRE_VERSION,
    dataCompressionType: of.compression ? "LZ4" : "NONE",
    automaticBackupRetentionDays: of.persistent ? backupDays : undefined,
    // Only a new file system takes it, so a later change (a bucket linked, backups turned off) must not replace one.
    // https://github.com/hashicorp/terraform-provider-aws/blob/06ee53d/internal/service/fsx/lustre_file_system.go
    copyTagsToBackups: backupDays > 0 ? true : undefined,
    skipFinalBackup: backupDays === 0,
    weeklyMaintenanceStartTime: props.weeklyMaintenance,
    driveCacheType: hddReadCache === null ? undefined : hddReadCache ? "READ" : "NONE",
    efaEnabled: of.efaEnabled ? true : undefined,
    metadataConfiguration: metadataConfiguration(of),
    throughputCapacity: of.throughputMBps ?? undefined,
    dataReadCacheConfiguration: readCache(of),
  } satisfies Partial<FsxLustreFileSystemConfig>;
}

function metadataConfiguration({ metadataConfigurable, metadataIops: iops }: LustreDefinition) {
  if (!metadataConfigurable) return undefined;
  return iops === null ? { mode: "AUTOMATIC" } : { mode: "USER_PROVISIONED", iops };
}

function readCache({ readCacheGiB: size }: LustreDefinition) {
  if (size === null) return undefined;
  if (size === "proportional") return { sizingMode: "PROPORTIONAL_TO_THROUGHPUT_CAPACITY" };
  return size === 0 ? { sizingMode: "NO_CACHE" } : { sizingMode: "USER_PROVISIONED", size };
}
