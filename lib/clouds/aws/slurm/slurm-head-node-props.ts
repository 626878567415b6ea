import type {
  SlurmAccountingOptions,
  SlurmOptions,
  SlurmPartitionOptions,
  SlurmScheduling,
} from "../../../slurm/definition/slurm-options";
import type { SlurmContainerPackages } from "../../common/slurm/container-packages-props";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { Image } from "../pools/image";
import type { PoolMount } from "../shared/boot-step";
import type { SlurmLoginPoolProps } from "./access/login-pool-props";
import type { SlurmRestApiProps } from "./access/rest-api-props";
import type { SlurmEgressProps } from "./access/slurm-egress-props";
import type { SlurmDirectoryProps } from "./directory-props";
import type { SlurmCloudWatchProps } from "./logs/cloud-watch-props";
import type { SlurmMonitoringProps } from "./monitoring-props";
import type { SlurmStateSnapshots } from "./state/state-snapshots-props";

/** A partition of the pools of the stack. */
export interface SlurmPartitionProps extends Omit<SlurmPartitionOptions, "pools"> {
  /** Its pools. Jobs fill the nodes of the cheapest first, unless `weights` (by pool ID) is set. */
  readonly pools: readonly GpuNodePool[];
}

/** Where the accounting records of jobs are stored. */
export interface SlurmAccountingProps extends SlurmAccountingOptions {
  /**
   * ARN of the secret whose value is the password of an external database. The head reads it on boot; Terraform never does.
   * @default - required with kind "external"
   */
  readonly passwordSecretArn?: string;
}

export interface SlurmHeadNodeProps
  extends SlurmScheduling,
    Pick<SlurmOptions, "version" | "blockDrainMinutes" | "topology" | "slurmConf"> {
  /** Network of head, login nodes and pools. */
  readonly network: IClusterNetwork;
  /** Partitions that jobs are submitted to. The head launches and terminates the nodes of their pools. */
  readonly partitions: readonly SlurmPartitionProps[];
  /** Name of the cluster in accounting and in the instances' tags. @default - `<clusterName of the network>` */
  readonly slurmClusterName?: string;
  /** Instance type of the head: 2 vCPUs and 8 GiB are enough for several hundred nodes. Changing it restarts the head. @default m7i.xlarge */
  readonly instanceType?: string;
  /** Image of head and login nodes. @default - Ubuntu 24.04, whose packages are Slurm 23.11 */
  readonly image?: Image;
  /**
   * `distribution`: Slurm is installed from the distribution's packages at boot. `image`: the images of head and pools contain it,
   * which shortens the boot by minutes and allows any version.
   * @default distribution
   */
  readonly slurmPackages?: "distribution" | "image";
  /**
   * Download addresses and checksums of enroot and pyxis, for the distribution's packages. Nothing is downloaded without it.
   * @default - required with `containers: true`; with `slurmPackages: "image"` they are in the image
   */
  readonly containerPackages?: SlurmContainerPackages;
  /** Containers by pyxis (`srun --container-image`). @default - true with `slurmPackages: "image"` or `containerPackages` */
  readonly containers?: boolean;
  /** How Slurm's daemons authenticate to each other. @default - munge with the distribution's packages; with an image, Slurm's own keys from 23.11 on
   */
  readonly authentication?: "munge" | "slurm";
  /** File systems of head and login nodes, such as homes. @default - none */
  readonly mounts?: readonly PoolMount[];
  /** Size of the volume for Slurm's state and the local database, GiB, 10 to 16384. It is protected from deletion. @default 100 */
  readonly stateVolumeGiB?: number;
  /** Snapshots of that volume, to restore a lost or damaged state. @default - nightly, the last 14 are kept */
  readonly stateSnapshots?: SlurmStateSnapshots;
  /**
   * Snapshot that a new state volume starts from, `snap-…`. It does not change an existing volume: see "Restore the state" in
   * docs/constructs/slurm-head-node.md.
   * @default - a new state volume is empty
   */
  readonly stateSnapshotId?: string;
  /** ARN of the KMS key of state, secrets and configuration. @default - a dedicated key */
  readonly kmsKeyArn?: string;
  /**
   * Whether to run a second controller that takes over within two minutes. Both need the state: set `sharedStatePath` to the path
   * of one of `mounts`.
   * @default false
   */
  readonly backupController?: boolean;
  /** Folder on a mounted file system that stores the state instead of a volume. @default - none: required with `backupController` */
  readonly sharedStatePath?: string;
  /** Number of login nodes, 0 to 16. Without one, users log in to the head with Session Manager. @default 0 */
  readonly loginNodes?: number;
  /**
   * More pools of login nodes, each with its own name, instance type, count and access, for example for interns or for another
   * network. At most 64 login nodes in total.
   * @default - none except `loginNodes`
   */
  readonly loginPools?: readonly SlurmLoginPoolProps[];
  /** Instance type of the login nodes. @default m7i.large */
  readonly loginInstanceType?: string;
  /** CIDR blocks that can reach SSH on the login nodes, through a load balancer. @default - none: Session Manager only */
  readonly loginCidrs?: readonly string[];
  /** Whether `loginCidrs` may contain `0.0.0.0/0`, which is an error otherwise. The design review still reports it. @default false */
  readonly allowPublicSsh?: boolean;
  /** Public subnets of that load balancer. @default - the load balancer is internal, in the compute subnet */
  readonly loginSubnetIds?: readonly string[];
  /** Additional security groups of head and login nodes. Compute nodes have those of their pool. @default - none */
  readonly securityGroupIds?: readonly string[];
  /**
   * Destinations outside the VPC that head, login and compute nodes can reach, in addition to ports 80 and 443. Servers of
   * `directory`, an external database and mounts are open already: those given by IP address at that address, those given by name
   * in private networks (RFC 1918).
   * @default - none
   */
  readonly egress?: readonly SlurmEgressProps[];
  /** Where the accounting records of jobs are stored. @default - { kind: "local" }: MariaDB on the head's state volume */
  readonly accounting?: SlurmAccountingProps;
  /** Users from LDAP or Active Directory, by sssd on every node. @default - none: the users in `users` */
  readonly directory?: SlurmDirectoryProps;
  /** Prometheus and optionally Grafana on the head, with exporters on head and nodes. For CloudWatch, see ClusterMonitoring. @default - none */
  readonly monitoring?: SlurmMonitoringProps;
  /**
   * Slurm's REST API (slurmrestd), for dashboards and tools: users authenticate with a token (`scontrol token`). The head generates
   * the signing key, which Terraform never sees.
   * @default - none
   * @see https://slurm.schedmd.com/rest_api.html
   */
  readonly restApi?: SlurmRestApiProps;
  /** Logs of head and login nodes in CloudWatch, and alarms when the head stops launches or repairs, or cannot apply a change. The network needs NAT or endpoints for `logs` and `monitoring`. @default - none */
  readonly cloudWatch?: SlurmCloudWatchProps;
  /** `per-job`: all nodes of a job are launched together, or none. `best-effort`: as many as are available. @default - per-job for pools with a fabric, else best-effort */
  readonly launch?: "per-job" | "best-effort";
  /** Minutes before a pool is tried again after none of its sources had capacity, 1 to 1440. @default 10 */
  readonly backoffMinutes?: number;
  /**
   * Who may open SSH on nodes, from head and login nodes: users with a job there, whose sessions are limited to that job's cores,
   * memory and GPUs and end with it, or every user. Administrators of Slurm and of the node always may.
   * @default "with-job"; only administrators where an image of your own lacks pam_slurm_adopt
   * @see https://slurm.schedmd.com/pam_slurm_adopt.html
   */
  readonly sshToNodes?: "with-job" | "anyone";
  /**
   * Whether jobs may use the role of their node, such as for S3. Whoever holds it can also read the key by which Slurm's daemons
   * trust one another, so only where all users trust each other.
   * @default false: the metadata service answers root only
   */
  readonly jobsUseNodeRole?: boolean;
  /**
   * Whether destroying the cluster, or removing a pool, ends the nodes that run: a Lambda function that Terraform invokes then. Without
   * it they run, and cost, until you terminate them by their tag `warpform:slurm`. Turning it off on a live cluster ends its nodes
   * once, since the function is then invoked for the last time.
   * @default true
   */
  readonly cleanUpOnDestroy?: boolean;
  /**
   * Name of an existing instance profile of the controllers, in place of a role that is made. Its role must hold AmazonSSMManagedInstanceCore
   * and the policy that the stack's output `<head>_profile-policy` prints.
   * @default - one is created with least privilege
   */
  readonly instanceProfileName?: string;
  /** The same for login nodes, with the output `<head>_login-profile-policy`. @default - one is created with least privilege */
  readonly loginInstanceProfileName?: string;
  /** ARNs of the roles of pools with an external instance profile. @default - none */
  readonly poolRoleArns?: readonly string[];
  /** ARN of the permissions boundary for the roles that are created. @default - none */
  readonly permissionsBoundaryArn?: string;
}
