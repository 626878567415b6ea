import type { FileSystem } from "../../../model/model";
import { UNSIZED } from "../../../model/unsized-file-system";
import { EFS_BACKUP_DAYS } from "../storage/shared-home/efs-backup-days";
import { block, number, type RawResource, refersTo, text, truth } from "./raw-resource";

type Repository = FileSystem["dataRepositories"][number];

function zones(values: unknown, all: readonly RawResource[]): string[] {
  const subnets = all.filter((r) => r.type === "aws_subnet" && refersTo(values, r));
  return [...new Set(subnets.flatMap((r) => text(r.values.availability_zone) ?? []))].sort();
}

/** Name of the bucket of an `s3://` address: the stack's own by its resource, another by the address. */
function bucketName(address: unknown, all: readonly RawResource[]): string | null {
  const own = all.find((r) => r.type === "aws_s3_bucket" && refersTo(address, r));
  return own?.name ?? text(address)?.replace("s3://", "").split("/")[0] ?? null;
}

/** Buckets that a Lustre file system is tied to: by its own paths, or by associations. */
function repositories(r: RawResource, all: readonly RawResource[]): Repository[] {
  const { import_path: from, export_path: to } = r.values;
  const own = bucketName(from ?? to, all);
  const paths = own === null ? [] : [{ bucket: own, path: "/", imports: from != null, exports: to != null }];
  const associations = all
    .filter((a) => a.type === "aws_fsx_data_repository_association" && refersTo(a.values.file_system_id, r))
    .flatMap(({ values }): Repository[] => {
      const bucket = bucketName(values.data_repository_path, all);
      const policy = block(values, "s3");
      const has = (name: string) => Object.keys(block(policy, name)).length > 0;
      if (bucket === null) return [];
      return [
        {
          bucket,
          path: text(values.file_system_path) ?? "/",
          imports: has("auto_import_policy") || truth(values.batch_import_meta_data_on_create) === true,
          exports: has("auto_export_policy"),
        },
      ];
    });
  return [...paths, ...associations];
}

/** SSD read cache of Intelligent-Tiering: its size, or that AWS chooses it. */
function readCache({ sizing_mode: mode, size }: RawResource["values"]): FileSystem["readCacheGiB"] {
  return text(mode) === "PROPORTIONAL_TO_THROUGHPUT_CAPACITY" ? "proportional" : number(size);
}

const isProtected = (r: RawResource): boolean => truth(block(r.values, "lifecycle").prevent_destroy) === true;

/** A Lustre file system as it is declared. */
export function rawLustre(r: RawResource, all: readonly RawResource[]): FileSystem {
  return {
    name: r.name,
    kind: "lustre",
    capacityGiB: number(r.values.storage_capacity),
    deploymentType: text(r.values.deployment_type) ?? "SCRATCH_1",
    storageType: text(r.values.storage_type) ?? "SSD",
    throughputPerTiB: number(r.values.per_unit_storage_throughput),
    overFabric: truth(r.values.efa_enabled) === true,
    metadataIops: number(block(r.values, "metadata_configuration").iops),
    throughputMBps: number(r.values.throughput_capacity),
    readCacheGiB: readCache(block(r.values, "data_read_cache_configuration")),
    compression: text(r.values.data_compression_type) === "LZ4",
    // FSx encrypts every file system at rest
    encrypted: true,
    deletionProtected: isProtected(r),
    backupRetentionDays: number(r.values.automatic_backup_retention_days) ?? 0,
    dataRepositories: repositories(r, all),
    availabilityZones: zones(r.values.subnet_ids, all),
    existing: false,
  };
}

/** An EFS file system; it is encrypted only where that is asked for, and in every zone but for One Zone. */
export function rawEfs(r: RawResource, all: readonly RawResource[]): FileSystem {
  const backedUp = all.some(
    ({ type, values }) =>
      type === "aws_efs_backup_policy" &&
      refersTo(values.file_system_id, r) &&
      text(block(values, "backup_policy").status) === "ENABLED",
  );
  const zone = text(r.values.availability_zone_name);
  return {
    name: r.name,
    kind: "efs",
    capacityGiB: null,
    ...UNSIZED,
    throughputMBps: number(r.values.provisioned_throughput_in_mibps),
    encrypted: truth(r.values.encrypted) === true,
    deletionProtected: isProtected(r),
    backupRetentionDays: backedUp ? EFS_BACKUP_DAYS : 0,
    dataRepositories: [],
    availabilityZones: zone === null ? [] : [zone],
    existing: false,
  };
}
