import type {
  SlurmAccountingOptions,
  SlurmOptions,
  SlurmPartitionOptions,
  SlurmScheduling,
} from "../../../slurm/definition/slurm-options";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { PoolMount } from "../shared/mount";
import type { SlurmStateSnapshots } from "./state-snapshots";

/** A partition over pools of the stack. */
export interface SlurmPartitionProps extends Omit<SlurmPartitionOptions, "pools"> {
  /** Its pools; nodes of the cheapest are filled first, unless `weights` (by pool id) says otherwise. */
  readonly pools: readonly GpuNodePool[];
}

/** Where the accounting records of jobs are stored. */
export interface SlurmAccountingProps extends Omit<SlurmAccountingOptions, "kind" | "databaseCaFile"> {
  /**
   * `local`: MariaDB on the head's state disk; `managed`: an Azure Database for MySQL that is made for this cluster and outlives the head; `external`:
   * a database of yours, such as Azure Database for MySQL; `none`: no records, no limits.
   * @default local
   */
  readonly kind?: "local" | "managed" | "external" | "none";
  /**
   * Name of the server of a managed database, 3 to 63 lower-case letters, digits and dashes, unique in all of Azure. A change makes another server.
   * @default - required with kind "managed"
   */
  readonly databaseServerName?: string;
  /**
   * Size of a managed database, as `az mysql flexible-server list-skus` lists it, with its tier: `B_Standard_B2ms` (burstable),
   * `GP_Standard_D2ads_v5` or `MO_Standard_E2ds_v4`. A change restarts the server.
   * @default B_Standard_B2ms
   */
  readonly databaseServerSku?: string;
  /** Disk that a managed database is made with, GiB, 20 to 16384. Azure enlarges it when it is nearly full; it never shrinks. @default 64 */
  readonly databaseStorageGiB?: number;
  /** Days for which a managed database can be restored to any second, 1 to 35. @default 14 */
  readonly databaseBackupDays?: number;
  /**
   * Subnet of a managed database alone, delegated to Microsoft.DBforMySQL/flexibleServers.
   * @default - one of the network; required in an imported network
   */
  readonly databaseSubnetId?: string;
  /**
   * Resource ID of the Key Vault secret whose value is the password of an external database, without a version (`resource_versionless_id`). The head
   * reads it on boot, by a role on that secret alone; Terraform never does. The vault must grant access by roles, not by access policies, and let the
   * subnet of the nodes in.
   * @default - required with kind "external"
   */
  readonly passwordSecretId?: string;
  /**
   * File of certificate authorities (PEM) on the head, by which the server's certificate is checked. Azure Database for MySQL takes encrypted connections alone.
   * @default /etc/ssl/certs/ca-certificates.crt with kind "external": those of the system, with Azure's
   * @see https://learn.microsoft.com/azure/mysql/flexible-server/how-to-connect-tls-ssl
   */
  readonly databaseCaFile?: string;
}

/** Login nodes of one kind: all equal, behind one private address. */
export interface SlurmLoginPoolProps {
  /** Name of the pool, and its name in the private zone: `<name>.<zone>`. Lower-case letters, digits and dashes, 2 to 24. */
  readonly name: string;
  /** Login nodes in the pool, 1 to 16. @default 1 */
  readonly count?: number;
  /** Size; one with GPUs is allowed, for visualization and tests. @default Standard_D4as_v5 */
  readonly instanceType?: string;
  /** Users who may log in by SSH, of `users` (sshd's `AllowUsers`). @default - all users of the cluster */
  readonly allowUsers?: readonly string[];
  /** Groups whose members may log in by SSH (sshd's `AllowGroups`). @default - all users of the cluster */
  readonly allowGroups?: readonly string[];
}

export interface SlurmHeadNodeProps extends SlurmScheduling, Pick<SlurmOptions, "slurmConf" | "blockDrainMinutes"> {
  /** Network of head and pools. */
  readonly network: IClusterNetwork;
  /** What jobs are submitted to. Their pools are adopted: the head starts and ends their nodes. */
  readonly partitions: readonly SlurmPartitionProps[];
  /**
   * Name of the storage account for the files that head and nodes read, 3 to 24 lower-case letters and digits, unique in all of Azure. Terraform
   * writes them: the identity that applies the stack needs the role Storage Blob Data Contributor on the resource group or above it.
   */
  readonly siteAccountName: string;
  /**
   * Name of the key vault for the key by which Slurm's daemons trust one another, 3 to 24 letters, digits and dashes, unique in all of Azure. A
   * name stays taken for 90 days after the vault is deleted.
   */
  readonly vaultName: string;
  /** Address blocks from which Terraform writes the files, besides the nodes' subnet. @default - any address, with a token of Microsoft Entra ID */
  readonly deployCidrs?: readonly string[];
  /** Name of the cluster in accounting and in the VMs' tags. @default - `<clusterName of the network>` */
  readonly slurmClusterName?: string;
  /** Size of the head. Changing it restarts the head. @default Standard_D4as_v5 */
  readonly instanceType?: string;
  /** SSH key of the head's administrator `warpform`. @default - the Terraform variable `admin_public_key` */
  readonly adminPublicKey?: string;
  /** Version of the image microsoft-dsvm:ubuntu-hpc:2404 of the head. @default - the newest when the head is made */
  readonly imageVersion?: string;
  /** File systems of the head, such as homes. @default - none */
  readonly mounts?: readonly PoolMount[];
  /** Disk of Slurm's state and of the local database, GiB, 10 to 4095. It is protected. @default 100 */
  readonly stateVolumeGiB?: number;
  /**
   * Snapshots of that disk by Azure Backup, in the cluster's resource group.
   * @default - none
   */
  readonly stateSnapshots?: SlurmStateSnapshots;
  /**
   * Login nodes, 0 to 16, behind the name `login` in the private zone: users of the cluster come there by SSH from the virtual network, a peered one, a
   * VPN or Azure Bastion. They have no public address.
   * @default 0
   */
  readonly loginNodes?: number;
  /** Size of the login nodes. @default Standard_D4as_v5 */
  readonly loginInstanceType?: string;
  /**
   * Further pools of login nodes, each with a name, size, count and users of its own, such as one for interns. At most 64 login nodes together.
   * @default - none except `loginNodes`
   */
  readonly loginPools?: readonly SlurmLoginPoolProps[];
  /** Where the accounting records of jobs are stored. @default - { kind: "local" }: MariaDB on the head's state disk */
  readonly accounting?: SlurmAccountingProps;
  /** All of a job's nodes at once or none, or as many as are available. @default - at once for pools with a fabric */
  readonly launch?: "per-job" | "best-effort";
  /** Minutes that a pool is left alone when it had no capacity, 1 to 1440. @default 10 */
  readonly backoffMinutes?: number;
  /**
   * Who may open SSH on nodes, from the head: users with a job there, whose sessions are limited to that job's cores, memory and GPUs and end
   * with it, or every user. Administrators always may.
   * @default with-job
   * @see https://slurm.schedmd.com/pam_slurm_adopt.html
   */
  readonly sshToNodes?: "with-job" | "anyone";
  /**
   * Whether jobs may use the identity of their node, such as for Blob Storage. Whoever holds it can also read the key by which Slurm's daemons
   * trust one another, so only where all users trust each other.
   * @default false: the metadata service answers root only
   */
  readonly jobsUseNodeIdentity?: boolean;
}
