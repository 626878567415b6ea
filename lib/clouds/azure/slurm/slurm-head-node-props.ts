import type {
  SlurmAccountingOptions,
  SlurmOptions,
  SlurmPartitionOptions,
  SlurmScheduling,
} from "../../../slurm/definition/slurm-options";
import type { SlurmContainerPackages } from "../../common/slurm/container-packages-props";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { PoolMount } from "../shared/mount";
import type { SlurmDirectoryProps } from "./directory-props";
import type { SlurmStateSnapshots } from "./state-snapshots";

/** A partition of the pools of the stack. */
export interface SlurmPartitionProps extends Omit<SlurmPartitionOptions, "pools"> {
  /** Its pools. Jobs fill the nodes of the cheapest first, unless `weights` (by pool ID) is set. */
  readonly pools: readonly GpuNodePool[];
}

/** Where the accounting records of jobs are stored. */
export interface SlurmAccountingProps extends Omit<SlurmAccountingOptions, "kind" | "databaseCaFile"> {
  /**
   * `local`: MariaDB on the head's state disk; `managed`: an Azure Database for MySQL that is made for this cluster and outlives the head; `external`:
   * your own database, such as Azure Database for MySQL; `none`: no records and no limits.
   * @default local
   */
  readonly kind?: "local" | "managed" | "external" | "none";
  /**
   * Name of the server of a managed database, 3 to 63 lower-case letters, digits and dashes, unique in all of Azure. A change
   * creates another server.
   * @default - required with kind "managed"
   */
  readonly databaseServerName?: string;
  /**
   * Size of a managed database, as `az mysql flexible-server list-skus` lists it, with its tier: `B_Standard_B2ms` (burstable),
   * `GP_Standard_D2ads_v5` or `MO_Standard_E2ds_v4`. A change restarts the server.
   * @default B_Standard_B2ms
   */
  readonly databaseServerSku?: string;
  /** Initial storage of a managed database, GiB, 20 to 16384. Azure enlarges it when it is nearly full; it never shrinks. @default 64 */
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
   * reads it on boot, with a role on that secret only; Terraform never reads it. The vault must use role-based access control, not
   * access policies, and allow the subnet of the nodes.
   * @default - required with kind "external"
   */
  readonly passwordSecretId?: string;
  /**
   * CA certificates (PEM file on the head) that verify the certificate of the database server. Azure Database for MySQL accepts
   * only encrypted connections.
   * @default /etc/ssl/certs/ca-certificates.crt with kind "external": those of the system, with Azure's
   * @see https://learn.microsoft.com/azure/mysql/flexible-server/how-to-connect-tls-ssl
   */
  readonly databaseCaFile?: string;
}

/** A pool of identical login nodes, behind one private address. */
export interface SlurmLoginPoolProps {
  /** Name of the pool and of its record in the private DNS zone, `<name>.<zone>`: 2 to 24 lower-case letters, digits and dashes. */
  readonly name: string;
  /** Number of login nodes in the pool, 1 to 16. @default 1 */
  readonly count?: number;
  /** VM size. Sizes with GPUs are allowed, for visualization and tests. @default Standard_D4as_v5 */
  readonly instanceType?: string;
  /** Names of users who can log in over SSH, from `users` (`AllowUsers` of sshd). @default - all users of the cluster */
  readonly allowUsers?: readonly string[];
  /** Names of groups whose members can log in over SSH (`AllowGroups` of sshd). @default - all users of the cluster */
  readonly allowGroups?: readonly string[];
}

export interface SlurmHeadNodeProps extends SlurmScheduling, Pick<SlurmOptions, "slurmConf" | "blockDrainMinutes"> {
  /** Network of head and pools. */
  readonly network: IClusterNetwork;
  /** Partitions that jobs are submitted to. The head launches and terminates the nodes of their pools. */
  readonly partitions: readonly SlurmPartitionProps[];
  /**
   * Name of the storage account for the files that head and nodes read, 3 to 24 lower-case letters and digits, unique in all of Azure. Terraform
   * writes them: the identity that applies the stack needs the role Storage Blob Data Contributor on the resource group or above it.
   */
  readonly siteAccountName: string;
  /**
   * Name of the key vault for the authentication key of Slurm's daemons: 3 to 24 letters, digits and dashes, unique in all of
   * Azure. The name stays reserved for 90 days after the vault is deleted.
   */
  readonly vaultName: string;
  /** CIDR blocks from which Terraform writes the files, in addition to the nodes' subnet. @default - any address, with a token of Microsoft Entra ID */
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
  /** Size of the disk for Slurm's state and the local database, GiB, 10 to 4095. It is protected from deletion. @default 100 */
  readonly stateVolumeGiB?: number;
  /**
   * Snapshots of that disk by Azure Backup, in the cluster's resource group.
   * @default - none
   */
  readonly stateSnapshots?: SlurmStateSnapshots;
  /**
   * Number of login nodes, 0 to 16, behind the name `login` in the private DNS zone. Users log in over SSH from the virtual
   * network, a peered one, a VPN or Azure Bastion. They have no public address.
   * @default 0
   */
  readonly loginNodes?: number;
  /** Size of the login nodes. @default Standard_D4as_v5 */
  readonly loginInstanceType?: string;
  /**
   * More pools of login nodes, each with its own name, size, count and users, for example for interns. At most 64 login nodes in
   * total.
   * @default - none except `loginNodes`
   */
  readonly loginPools?: readonly SlurmLoginPoolProps[];
  /** Where the accounting records of jobs are stored. @default - { kind: "local" }: MariaDB on the head's state disk */
  readonly accounting?: SlurmAccountingProps;
  /**
   * Where jobs' containers come from, enroot and pyxis, which neither the distribution nor Microsoft's image has. The head builds pyxis for
   * its Slurm once, and keeps all in the account of the site's files.
   * @default - required with `containers: true`
   */
  readonly containerPackages?: SlurmContainerPackages;
  /** Containers by pyxis (`srun --container-image`). @default - true with `containerPackages` */
  readonly containers?: boolean;
  /** Directory (LDAP, Active Directory) that knows the users, instead of or in addition to `users`. @default - none */
  readonly directory?: SlurmDirectoryProps;
  /**
   * Slurm's REST API (slurmrestd) on the head's loopback address, port 6820, for SSH port forwarding: users authenticate with a token
   * (`scontrol token`). It has no address in the network, since Azure's load balancers end no TLS.
   * @default false
   */
  readonly restApi?: boolean;
  /**
   * Network topology that jobs are placed by. With `{ kind: "tree", refresh: true, switches: [] }`, nodes of one placement group are a
   * switch, since InfiniBand ends at a placement group: `--switches=1` keeps a job within one. A pool within one placement group
   * has one switch.
   * @default - that tree if a pool has a fabric, else { kind: "none" }
   */
  readonly topology?: SlurmOptions["topology"];
  /** `per-job`: all nodes of a job are launched together, or none. `best-effort`: as many as are available. @default - per-job for pools with a fabric, else best-effort */
  readonly launch?: "per-job" | "best-effort";
  /** Minutes without launches after a pool had no capacity, 1 to 1440. @default 10 */
  readonly backoffMinutes?: number;
  /**
   * Who can log in to nodes over SSH from the head. `with-job`: users with a job on the node; their sessions are limited to the
   * cores, memory and GPUs of that job and end with it. `anyone`: every user. Administrators always can.
   * @default with-job
   * @see https://slurm.schedmd.com/pam_slurm_adopt.html
   */
  readonly sshToNodes?: "with-job" | "anyone";
  /**
   * Whether jobs can use the managed identity of their node, for example for Blob Storage. That identity can also read the
   * authentication key of Slurm's daemons: allow it only if all users trust each other.
   * @default false: the metadata service answers root only
   */
  readonly jobsUseNodeIdentity?: boolean;
}
