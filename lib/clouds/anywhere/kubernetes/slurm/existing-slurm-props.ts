/** A Slurm partition on a Kubernetes cluster. */
export interface ExistingSlurmPartition {
  /** Partition name: up to 32 letters, digits, `-` and `_`, starting with a letter. */
  readonly name: string;
  /** Names of the pools in the partition. */
  readonly pools: readonly string[];
  /** Whether this is the default partition, for jobs that name none. @default - true for the first partition */
  readonly default?: boolean;
  /** Whether jobs get whole nodes (`OverSubscribe=EXCLUSIVE`). @default false */
  readonly exclusive?: boolean;
  /** Priority tier: jobs of a higher tier are scheduled first. A whole number, 1 to 65533. @default 1 */
  readonly priorityTier?: number;
  /** Default time limit of a job, minutes. @default - `maxTimeMinutes`, at most one day */
  readonly defaultTimeMinutes?: number;
  /** Maximum time limit of a job, minutes, 1 to 525600 (one year). @default - no limit */
  readonly maxTimeMinutes?: number;
  /** Maximum number of nodes per job, 1 to the number of nodes of the partition. @default - no limit */
  readonly maxNodesPerJob?: number;
  /** Accounts that can use the partition; requires `accounting`. @default - all accounts */
  readonly allowAccounts?: readonly string[];
  /** QoS that can be used in the partition; requires `accounting`. @default - all QoS */
  readonly allowQos?: readonly string[];
}

/** Login pods, which users reach by SSH. */
export interface ExistingSlurmLogin {
  /** Number of login pods, 1 to 16. @default 1 */
  readonly replicas?: number;
  /** Secret in the namespace with the SSSD configuration, which defines the users, under the key `sssd.conf`. @see https://sssd.io */
  readonly sssdSecret: string;
  /** SSH public keys that can log in as root, one per entry, for tests before a user directory exists. @default - none */
  readonly rootSshKeys?: readonly string[];
  /** Service type for SSH: `LoadBalancer` is reachable from outside the cluster, `ClusterIP` only through `kubectl port-forward`. @default "ClusterIP" */
  readonly service?: "ClusterIP" | "LoadBalancer";
  /** Annotations of the Service. @default - those for an internal load balancer on the platform, if known */
  readonly serviceAnnotations?: Readonly<Record<string, string>>;
  /** IPv4 CIDR blocks that can connect; required with a load balancer. @default - only pods of the cluster */
  readonly allowedCidrs?: readonly string[];
  /** Container image with sshd, sackd and the Slurm commands. @default - the Slinky image of the operator release */
  readonly image?: string;
}

/** An existing database for Slurm accounting. */
export interface ExistingSlurmAccounting {
  /** Host name or IP address of the MariaDB or MySQL server. */
  readonly databaseHost: string;
  /** Port, 1 to 65535. @default 3306 */
  readonly databasePort?: number;
  /** Name of the database. @default "slurm_acct_db" */
  readonly databaseName?: string;
  /** Database user, with all privileges on the database. @default "slurm" */
  readonly databaseUser?: string;
  /** Secret in the namespace with the password under the key `password`. */
  readonly passwordSecret: string;
}

/**
 * Slurm on GPU nodes of a Kubernetes cluster: one slurmd pod occupies each node of its pools, and the Slinky operator writes slurm.conf.
 * @see https://github.com/SlinkyProject/slurm-operator
 */
export interface ExistingSlurm {
  /** Partitions, at least one. Only Slurm uses their pools. */
  readonly partitions: readonly ExistingSlurmPartition[];
  /** Namespace of the Slurm pods. @default "slurm" */
  readonly namespace?: string;
  /** Secret in the namespace with the authentication key of the Slurm daemons (auth/slurm) under `slurm.key`; cannot change later. @default "slurm-key" */
  readonly keySecret?: string;
  /** Secret in the namespace with the key that signs JSON Web Tokens (JWT) for slurmrestd under `jwt.key`; cannot change later. @default "slurm-jwt-key" */
  readonly tokenKeySecret?: string;
  /** Login pods. @default - none: submit jobs with `kubectl exec` */
  readonly login?: ExistingSlurmLogin;
  /** Database for Slurm accounting. @default - none: no accounting */
  readonly accounting?: ExistingSlurmAccounting;
  /** StorageClass (ReadWriteOnce) for the state of the controller. @default - the default StorageClass of the cluster */
  readonly stateStorageClass?: string;
  /** Volume size for the state of the controller, GiB, 1 to 1024. @default 4 */
  readonly stateGiB?: number;
  /** Container image of slurmd, in which jobs run; for multi-node jobs it must include NCCL and libibverbs. @default - the Slinky image of the operator release */
  readonly image?: string;
  /**
   * Additional files in /etc/slurm by name: `topology.yaml`, `gres.conf`, `cgroup.conf`, `job_submit.lua` and others that slurmctld sends to
   * the nodes. The node annotation `topology.slinky.slurm.net/spec` places a node in the topology.
   * @default - a gres.conf that detects NVIDIA GPUs, and a cgroup.conf that limits jobs to their cores, memory and GPUs
   * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/docs/usage/topology.md
   */
  readonly configFiles?: Readonly<Record<string, string>>;
  /**
   * Further options of slurm.conf by name, such as `{ SchedulerParameters: "bf_window=4320", TopologyPlugin: "topology/tree" }`, except those that the
   * operator and the other props write. A `job_submit.lua` or `cli_filter.lua` among `configFiles` is switched on without them.
   * @default - none: Slurm's defaults
   * @see https://slurm.schedmd.com/slurm.conf.html
   */
  readonly slurmConf?: Readonly<Record<string, string | number>>;
}
