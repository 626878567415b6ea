/** A partition of Slurm on a Kubernetes cluster. */
export interface ExistingSlurmPartition {
  /** Name of the partition: up to 32 letters, digits, `-` and `_`, beginning with a letter. */
  readonly name: string;
  /** Names of its pools. */
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
}

/** Pods that people log in to by SSH. */
export interface ExistingSlurmLogin {
  /** Pods, 1 to 16. @default 1 */
  readonly replicas?: number;
  /** Secret in the namespace whose key `sssd.conf` says who the users are. @see https://sssd.io */
  readonly sssdSecret: string;
  /** Public keys that log in as root, one per entry: to try the cluster before a directory answers. @default - none */
  readonly rootSshKeys?: readonly string[];
  /** Whether a load balancer makes SSH reachable from outside the cluster, or only `kubectl port-forward` does. @default "ClusterIP" */
  readonly service?: "ClusterIP" | "LoadBalancer";
  /** Annotations of the Service. @default - those that keep the platform's load balancer in its network, where known */
  readonly serviceAnnotations?: Readonly<Record<string, string>>;
  /** Blocks that may connect; required with a load balancer. @default - the cluster's own pods */
  readonly allowedCidrs?: readonly string[];
  /** Image with sshd, sackd and Slurm's commands. @default - Slinky's of the operator's release */
  readonly image?: string;
}

/** The database of Slurm's accounting, which exists. */
export interface ExistingSlurmAccounting {
  /** Name or address of MariaDB or MySQL. */
  readonly databaseHost: string;
  /** Port, 1 to 65535. @default 3306 */
  readonly databasePort?: number;
  /** Name of the database. @default "slurm_acct_db" */
  readonly databaseName?: string;
  /** User of the database, with all rights on it. @default "slurm" */
  readonly databaseUser?: string;
  /** Secret in the namespace with the password under the key `password`. */
  readonly passwordSecret: string;
}

/**
 * Slurm on GPU nodes of a Kubernetes cluster: a pod with slurmd holds a whole node of its pools, and Slinky's operator writes slurm.conf.
 * @see https://github.com/SlinkyProject/slurm-operator
 */
export interface ExistingSlurm {
  /** At least one. Their pools are Slurm's alone. */
  readonly partitions: readonly ExistingSlurmPartition[];
  /** Namespace of its pods. @default "slurm" */
  readonly namespace?: string;
  /** Secret in the namespace with the key by which daemons trust one another under `slurm.key`; it cannot change later. @default "slurm-key" */
  readonly keySecret?: string;
  /** Secret in the namespace with the key of tokens under `jwt.key`, by which the operator asks slurmrestd; it cannot change later. @default "slurm-jwt-key" */
  readonly tokenKeySecret?: string;
  /** Where people log in. @default - nowhere: jobs are submitted by `kubectl exec` */
  readonly login?: ExistingSlurmLogin;
  /** Database of accounting. @default - no accounting */
  readonly accounting?: ExistingSlurmAccounting;
  /** Storage class of the controller's state, ReadWriteOnce. @default - the cluster's default class */
  readonly stateStorageClass?: string;
  /** Size of the controller's state, GiB, 1 to 1024. @default 4 */
  readonly stateGiB?: number;
  /** Image of slurmd, in which jobs run: over several nodes it must hold NCCL and libibverbs. @default - Slinky's of the operator's release */
  readonly image?: string;
  /**
   * Further files of /etc/slurm by name: `topology.yaml`, `gres.conf`, `cgroup.conf`, `job_submit.lua` and others that Slurm hands to its
   * nodes. Nodes get their place in a topology by the annotation `topology.slinky.slurm.net/spec`.
   * @default - a gres.conf that finds NVIDIA's GPUs, and a cgroup.conf that holds jobs to their cores, memory and GPUs
   * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/docs/usage/topology.md
   */
  readonly configFiles?: Readonly<Record<string, string>>;
}
