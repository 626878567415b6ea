import type { InfiniBandFabric } from "../../fabric/infiniband-fabric";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { IBucket } from "../buckets/i-bucket";

export type LustreEvent = "NEW" | "CHANGED" | "DELETED";

/** A directory of the file system that mirrors a bucket, or a part of it. */
export interface LustreDataRepository {
  /** Bucket that the directory mirrors. */
  readonly bucket: IBucket;
  /** Part of the bucket, `datasets/imagenet/`. @default - all of it */
  readonly prefix?: string;
  /** Directory on the file system, from its root, `/imagenet`. `/` only if it is the only association. */
  readonly path: string;
  /** What changes in S3 appear on the file system automatically. @default ["NEW", "CHANGED", "DELETED"] */
  readonly autoImport?: readonly LustreEvent[];
  /** What changes on the file system are written to S3 automatically. @default - none */
  readonly autoExport?: readonly LustreEvent[];
}

export interface LustreStorageProps {
  /** Network whose compute subnet the servers are in. Changing it replaces the file system. */
  readonly network: IClusterNetwork;
  /**
   * Capacity in TiB as FSx counts them: 1.2 is 1,200 GiB, 48 is 48,000 GiB. Steps depend on the tier: 1.2 or multiples of
   * 2.4 for SSD; with EFA, multiples of 38.4, 19.2, 9.6 or 4.8 at 125, 250, 500 or 1,000 MB/s/TiB. It can grow, not
   * shrink. The maximum of FSx is 2,147,483,647 GiB; the account quota is 100,800 GiB by default, and the review lists it.
   * @default - none for INTELLIGENT_TIERING, which grows with its content; required otherwise
   * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/increase-storage-capacity.html
   */
  readonly capacityTiB?: number;
  /**
   * Throughput, MB/s for each TiB: 125, 250, 500 or 1000 for PERSISTENT_2 SSD; 50, 100 or 200 for PERSISTENT_1 SSD; 12 or 40
   * for HDD.
   * @default - the lowest of the tier
   */
  readonly throughputPerTiB?: number;
  /** Total throughput in MB/s for INTELLIGENT_TIERING, a multiple of 4000 up to 2,000,000. @default - 4000 with INTELLIGENT_TIERING */
  readonly throughputMBps?: number;
  /** Deployment type of FSx. @default PERSISTENT_2 */
  readonly deploymentType?: "PERSISTENT_2" | "PERSISTENT_1" | "SCRATCH_2" | "SCRATCH_1";
  /** Storage type. @default SSD */
  readonly storageType?: "SSD" | "HDD" | "INTELLIGENT_TIERING";
  /**
   * SSD read cache, GiB, for INTELLIGENT_TIERING: 0 for none, or 32 to 131,072 for each 4,000 MB/s.
   * @default - FSx sizes it for the throughput
   */
  readonly readCacheGiB?: number;
  /** SSD read cache of a fifth of the capacity in front of HDD. @default true */
  readonly hddReadCache?: boolean;
  /** Fabric whose nodes access the servers over EFA. @default - none */
  readonly fabric?: InfiniBandFabric;
  /**
   * Whether the servers support EFA (and GPUDirect Storage) in addition to TCP. PERSISTENT_2 only; fixed at creation, and fixes
   * `throughputPerTiB` with it. Changing it replaces the file system.
   * @default - whether a fabric is given
   * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/efa-file-systems.html
   */
  readonly efaEnabled?: boolean;
  /**
   * Metadata operations per second to provision: 1500, 3000, 6000, 12000 or a multiple of 12000 up to 192000 (6000 or 12000 for
   * INTELLIGENT_TIERING). PERSISTENT_2 only.
   * @default - FSx provisions them by capacity (SSD), or 6000 (INTELLIGENT_TIERING)
   */
  readonly metadataIops?: number;
  /** Bucket that is linked to the root of the file system; `dataRepositories` has more options. @default - none */
  readonly importFrom?: IBucket;
  /** Directories that mirror buckets, at most 8. Not for SCRATCH_1 and INTELLIGENT_TIERING. @default - none */
  readonly dataRepositories?: readonly LustreDataRepository[];
  /** Whether files are compressed with LZ4 on the servers. @default - true for SSD and HDD */
  readonly compression?: boolean;
  /** ARN of the KMS key. SCRATCH always uses the key of FSx. Changing it replaces the file system. @default - a dedicated key */
  readonly kmsKeyArn?: string;
  /**
   * Days that daily backups are kept, 0 for none, at most 90. Not for SCRATCH, nor with data repositories.
   * @default - 7 where backups are possible (INTELLIGENT_TIERING: 0)
   */
  readonly backupRetentionDays?: number;
  /**
   * User and group that root becomes on clients, `65534:65534`; `0:0` leaves root as it is. Work as root on the Slurm head, which keeps its
   * rights where it mounts the file system.
   * @default - 65534:65534 where a SlurmHeadNode of the stack mounts it and no fleet or Kubernetes pool does; root stays root elsewhere
   * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/root-squash.html
   */
  readonly rootSquash?: string;
  /** Clients whose root stays root, in addition to the Slurm controllers, `10.0.[2-10].[1-255]@tcp`, at most 62. @default - none */
  readonly noSquashNids?: readonly string[];
  /** Weekly maintenance window, UTC, `d:HH:MM` with 1 for Monday. @default - AWS chooses */
  readonly weeklyMaintenance?: string;
  /** Whether Terraform refuses to delete or replace it. @default true */
  readonly deletionProtected?: boolean;
  /**
   * Existing security group of the servers; no rule is added. It must let clients in on TCP 988 and 1018 to 1023, and with
   * EFA everything to and from itself and the clients. Changing it replaces the file system.
   * @default - one is made, and one for clients
   */
  readonly securityGroupId?: string;
  /** Existing security group that nodes get for mounting. @default - one is created */
  readonly clientSecurityGroupId?: string;
}

/** Attributes of an existing Lustre file system. */
export interface LustreStorageAttributes {
  /** Id of the file system, `fs-0123456789abcdef0`. */
  readonly fileSystemId: string;
  /** Lustre's name of it, `fsx` or eight letters and digits; DescribeFileSystems says which. */
  readonly mountName: string;
  /** Zone of the servers. */
  readonly availabilityZone: string;
  /** DNS name of the servers. @default - `<fileSystemId>.fsx.<region>.amazonaws.com` */
  readonly dnsName?: string;
  /** Security group that nodes need for mounting. @default - none: the network's own rules let them in */
  readonly clientSecurityGroupId?: string;
  /** Whether its servers support EFA, so that nodes use it. @default false */
  readonly efaEnabled?: boolean;
  /** TiB as FSx counts them (1,200 GiB is 1.2); what sizing and the fill alarm go by. @default - unknown */
  readonly capacityTiB?: number;
  /** MB/s for each TiB, for sizing. @default - unknown */
  readonly throughputPerTiB?: number;
  /** Deployment type, for sizing and review. @default PERSISTENT_2 */
  readonly deploymentType?: "PERSISTENT_2" | "PERSISTENT_1" | "SCRATCH_2" | "SCRATCH_1";
}
