import type { LustreThroughput } from "../../../catalog/azure/lustre-tiers";
import type { IClusterNetwork } from "../network/i-cluster-network";

/** Days on which Azure may maintain a file system. */
export const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Automatic export of new and changed files to the container. */
export interface LustreAutoExportProps {
  /** Directory of the file system whose files are exported, `/checkpoints`; blobs have the same paths. @default / - all */
  readonly prefix?: string;
}

/** What an import does with a file that differs from its blob. */
export const CONFLICT_RESOLUTIONS = ["Skip", "Fail", "OverwriteIfDirty", "OverwriteAlways"] as const;

/** Automatic import of new and changed blobs. */
export interface LustreAutoImportProps {
  /** Blobs whose names begin so are imported, at most 100 prefixes. @default ["/"] - all */
  readonly prefixes?: readonly string[];
  /**
   * What happens to a file that differs from its blob: it is left alone (`Skip`), ends the job (`Fail`), or is imported again, always or only when it
   * was changed in Lustre.
   * @default Skip
   * @see https://learn.microsoft.com/azure/azure-managed-lustre/blob-integration#conflict-resolution-mode
   */
  readonly conflictResolution?: (typeof CONFLICT_RESOLUTIONS)[number];
  /** Whether files are deleted with their blobs. @default false */
  readonly deletions?: boolean;
}

/** The container whose blobs a file system shows as files. */
export interface LustreBlobsProps {
  /** Name of the storage account that is made for the blobs, 3 to 24 lower-case letters and digits, unique in all of Azure. */
  readonly accountName: string;
  /**
   * Object id of the service principal "HPC Cache Resource Provider" in your tenant, which Managed Lustre reads and writes blobs as:
   * `az ad sp list --display-name "HPC Cache Resource Provider" --query "[].id" --output tsv`.
   */
  readonly providerPrincipalId: string;
  /** Blobs whose names begin so are shown as files when the file system is made. @default / - all */
  readonly importPrefix?: string;
  /**
   * Copies new and changed files to the container continually, by an auto-export job (in preview) that Terraform starts with the Azure CLI; renames,
   * permissions and deletions are not carried over. A file system runs one job: not together with `autoImport`.
   * @default - none: files reach the container by export jobs that you start
   * @see https://learn.microsoft.com/azure/azure-managed-lustre/auto-export
   */
  readonly autoExport?: LustreAutoExportProps;
  /**
   * Imports new and changed blobs continually, by an auto-import job (in preview) that Terraform starts with the Azure CLI; the account gets the change
   * feed that it reads. A file system runs one job: not together with `autoExport`.
   * @default - none: blobs are imported when the file system is made
   * @see https://learn.microsoft.com/azure/azure-managed-lustre/auto-import
   */
  readonly autoImport?: LustreAutoImportProps;
}

export interface LustreStorageProps {
  /** Network that it gets a subnet of. */
  readonly network: IClusterNetwork;
  /**
   * Capacity, TiB, in steps of 48 at 40 MB/s per TiB, 16 at 125, 8 at 250 and 4 at 500. Raising it grows the file system in place, by an
   * expansion job that Terraform starts with the Azure CLI; it cannot shrink.
   */
  readonly capacityTiB: number;
  /** Throughput, MB/s per TiB: 40, 125, 250 or 500. Changing it replaces the file system. @default 250 */
  readonly throughputPerTiB?: LustreThroughput;
  /** When Azure may maintain it: day and time in UTC. @default Sunday, 03:00 */
  readonly maintenanceWindow?: {
    /** Day of the week, in English. */
    readonly dayOfWeek: (typeof DAYS)[number];
    /** Time of day in UTC, `03:00`. */
    readonly timeOfDayUtc: string;
  };
  /**
   * Shows the blobs of a container as files, in a storage account that is made with the roles that Managed Lustre needs before it is. What is
   * written to Lustre goes back to the container by `autoExport` or by export jobs. Changing it replaces the file system, but for `autoExport` and
   * `autoImport`.
   * @default - none
   * @see https://learn.microsoft.com/azure/azure-managed-lustre/blob-integration
   */
  readonly blobs?: LustreBlobsProps;
  /** Existing subnet for the file system alone. @default - a subnet of the network that is made; required in an imported network */
  readonly subnetId?: string;
}

/** Attributes of an existing Managed Lustre file system. */
export interface LustreStorageAttributes {
  /** Address of its management server, as its page in the portal shows it. */
  readonly mgsAddress: string;
  /** Zone of the file system, `eastus-1`. */
  readonly availabilityZone: string;
  /** Capacity, TiB, for sizing. @default - unknown */
  readonly capacityTiB?: number;
  /** Throughput, MB/s per TiB, for sizing. @default - unknown */
  readonly throughputPerTiB?: LustreThroughput;
}
