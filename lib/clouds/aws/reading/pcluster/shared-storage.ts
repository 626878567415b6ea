import type { FileSystem, Mount } from "../../../../model/model";
import { UNSIZED } from "../../../../model/unsized-file-system";
import { EFS_BACKUP_DAYS } from "../../storage/shared-home/efs-backup-days";
import { count, known, type Section, section, sections } from "./config";
import { partName } from "./part-name";

type Kind = FileSystem["kind"];

/** Shared storage that is read: kind, section of its settings, and the keys that name one that exists. */
const READ: Readonly<
  Record<string, { readonly kind: Kind; readonly settings: string; readonly ids: readonly string[] }>
> = {
  Efs: { kind: "efs", settings: "EfsSettings", ids: ["FileSystemId", "AccessPointId"] },
  FsxLustre: { kind: "lustre", settings: "FsxLustreSettings", ids: ["FileSystemId"] },
  FsxOpenZfs: { kind: "openzfs", settings: "FsxOpenZfsSettings", ids: ["VolumeId"] },
  FsxOntap: { kind: "nfs", settings: "FsxOntapSettings", ids: ["VolumeId"] },
};

/** One entry of SharedStorage that is read; volumes that the head node exports (Ebs) are not. */
export interface SharedStorage {
  readonly name: string;
  readonly kind: Kind;
  readonly path: string;
  readonly settings: Section;
  /** Id of one that exists; null for one that ParallelCluster creates. */
  readonly existingId: string | null;
}

export function sharedStorageOf(config: Section): SharedStorage[] {
  return sections(config, "SharedStorage").flatMap((entry) => {
    const read = READ[String(entry.StorageType)];
    if (read === undefined) return [];
    const settings = section(entry, read.settings);
    const id = read.ids.map((key) => settings[key]).find((value) => value !== undefined && value !== null);
    const path = known(entry.MountDir) ?? "/shared";
    return [
      {
        name: partName(String(entry.Name)),
        kind: read.kind,
        path: path.startsWith("/") ? path : `/${path}`,
        settings,
        existingId: id === undefined ? null : String(id),
      },
    ];
  });
}

type Repository = FileSystem["dataRepositories"][number];

const bucketOf = (address: unknown): string | null => known(address)?.replace("s3://", "").split("/")[0] ?? null;

function repositories(settings: Section): Repository[] {
  const own = bucketOf(settings.ImportPath ?? settings.ExportPath);
  const paths =
    own === null
      ? []
      : [{ bucket: own, path: "/", imports: settings.ImportPath != null, exports: settings.ExportPath != null }];
  const associations = sections(settings, "DataRepositoryAssociations").flatMap((one): Repository[] => {
    const bucket = bucketOf(one.DataRepositoryPath);
    const path = known(one.FileSystemPath) ?? "/";
    const imports = one.AutoImportPolicy != null || one.BatchImportMetaDataOnCreate === true;
    return bucket === null ? [] : [{ bucket, path, imports, exports: one.AutoExportPolicy != null }];
  });
  return [...paths, ...associations];
}

function fileSystemOf({ name, kind, settings, existingId }: SharedStorage): FileSystem {
  const existing = existingId !== null;
  const shared = {
    ...UNSIZED,
    name,
    kind,
    capacityGiB: count(settings.StorageCapacity),
    availabilityZones: [],
    existing,
    dataRepositories: [],
    // One that exists is somebody else's to protect; its settings are not in the configuration.
    encrypted: existing || kind !== "efs" || settings.Encrypted === true,
    deletionProtected: existing || settings.DeletionPolicy === "Retain",
  };
  if (kind === "efs") {
    const throughputMBps = count(settings.ProvisionedThroughput);
    return { ...shared, throughputMBps, backupRetentionDays: existing ? EFS_BACKUP_DAYS : 0 };
  }
  if (existing || kind !== "lustre") return { ...shared, backupRetentionDays: 0 };
  return {
    ...shared,
    // The default of ParallelCluster. @see aws/aws-parallelcluster cli/src/pcluster (451cc53, read 2026-11-23)
    deploymentType: known(settings.DeploymentType) ?? "SCRATCH_2",
    storageType: known(settings.StorageType) ?? "SSD",
    throughputPerTiB: count(settings.PerUnitStorageThroughput),
    compression: settings.DataCompressionType === "LZ4",
    backupRetentionDays: count(settings.AutomaticBackupRetentionDays) ?? 0,
    dataRepositories: repositories(settings),
  };
}

/** Shared file systems; those without settings that are read are as large as nobody knows. */
export const fileSystemsOf = (config: Section): FileSystem[] => sharedStorageOf(config).map(fileSystemOf);

/** Every node mounts all shared storage. */
export const mountsOf = (config: Section): Mount[] =>
  sharedStorageOf(config).map(({ name, path }) => ({ fileSystem: name, path, readOnly: false }));
