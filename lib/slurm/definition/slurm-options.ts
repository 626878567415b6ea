import type { NodePool } from "../../model/model";
import type { SlurmTopology } from "./slurm-cluster";
import type { SlurmVersion } from "./versions";

/** A pool that Slurm starts nodes of, and how. */
export interface SlurmPoolOptions {
  /** The pool as the model has it. */
  readonly pool: NodePool;
  /**
   * `per-job`: all nodes of a job are launched together, or none. `best-effort`: as many as are available. A multi-node training job cannot use
   * half of its nodes, which cost money while it waits.
   * @default - per-job with a fabric, best-effort without
   */
  readonly launch?: "per-job" | "best-effort";
  /** Minutes without launches after no source of the pool had capacity; a whole number, 1 to 1440. @default 10 */
  readonly backoffMinutes?: number;
  /** Memory for jobs per node, MiB, at most that of the instance (`RealMemory`). @default - 95 percent of the instance's memory */
  readonly realMemoryMiB?: number;
  /**
   * Billing weight of a whole node per hour, more than 0, in one unit for all pools. Fair share and GPU-hour budgets compare pools by it.
   * @default - On-Demand price in US cents; without a price, 100 per GPU and 1 per CPU
   */
  readonly billingPerNodeHour?: number;
}

/** How running nodes adopt a changed launch template. Nodes launched later always use it. */
export interface SlurmUpdateOptions {
  /**
   * `keep`: running nodes stay as they are until they are released. `drain`: the head drains nodes, idle ones first, and replaces each once its
   * jobs have ended. It pauses while new nodes fail to boot or capacity is missing.
   * @default "keep"
   * @see https://docs.aws.amazon.com/parallelcluster/latest/ug/Scheduling-v3.html#yaml-Scheduling-SlurmSettings-QueueUpdateStrategy
   */
  readonly strategy?: "keep" | "drain";
  /** Nodes of a pool that are drained or replaced at the same time with `drain`: a whole number, 1 to 1000. @default - 10 % of the pool, at least 1 */
  readonly atOnce?: number;
}

/** Your own scripts that each node of a job runs as root; each text starts with `#!`. Nodes apply a new text within a minute. */
export interface SlurmJobPrograms {
  /** Runs before the job, after the health check. A status other than 0 drains the node and requeues the job. @default - none */
  readonly prolog?: string;
  /** Runs after the job, before the health check. A status other than 0 drains the node. @default - none */
  readonly epilog?: string;
  /**
   * Text of job_submit.lua: slurmctld calls its functions slurm_job_submit and slurm_job_modify for each job that is submitted or changed, to set
   * defaults or reject the job. Other entries of `slurmConf.JobSubmitPlugins` run after it.
   * @default - none
   * @see https://slurm.schedmd.com/job_submit_plugins.html
   */
  readonly submit?: string;
}

/** Information that users cannot see of others. @see https://slurm.schedmd.com/slurm.conf.html#OPT_PrivateData */
export type SlurmPrivateData =
  | "accounts"
  | "events"
  | "jobs"
  | "nodes"
  | "partitions"
  | "reservations"
  | "usage"
  | "users";

/** A partition: what jobs are submitted to. */
export interface SlurmPartitionOptions {
  /** Name of the partition: up to 32 letters, digits, `-` and `_`, beginning with a letter. */
  readonly name: string;
  /** Names of its pools. Jobs fill the nodes of the cheapest first, unless `weights` is set. */
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
  /** What happens to its running jobs when a higher tier needs the nodes; requires `preemption: "partition"`. @default "off" */
  readonly preemptMode?: "off" | "requeue" | "cancel";
  /** Grace time of a preempted job between warning (SIGTERM) and end, seconds, 0 to 3600. @default 0 */
  readonly graceSeconds?: number;
  /**
   * Node weight by pool: jobs fill the lowest first. Whole numbers, 1 to 1000000. Slurm has one weight per node, so it applies in every
   * partition.
   * @default - 1, 2, … by what a node costs per hour (`billingPerNodeHour`), the cheapest first
   */
  readonly weights?: Readonly<Record<string, number>>;
  /** Maximum number of nodes per job. @default - all nodes of the partition */
  readonly maxNodesPerJob?: number;
  /** Accounts whose jobs may use the partition. @default - all */
  readonly allowAccounts?: readonly string[];
  /** QoS that jobs in the partition may use. @default - all */
  readonly allowQos?: readonly string[];
  /** Idle minutes before its nodes are released, if different from the cluster. @default - `suspendMinutes` of the cluster */
  readonly suspendMinutes?: number;
}

/** A quality of service (QoS). */
export interface SlurmQosOptions {
  /** Name of the QoS. */
  readonly name: string;
  /** Priority relative to the other QoS, 0 to 2147483647, which is added to the priority of a job. @default 0 */
  readonly priority?: number;
  /** Names of the QoS whose running jobs its jobs can preempt; requires `preemption: "qos"`. @default - none */
  readonly preempts?: readonly string[];
  /** Maximum GPUs of one user at the same time. @default - no limit */
  readonly maxGpusPerUser?: number;
  /** Maximum Neuron devices of one user at the same time. @default - no limit */
  readonly maxNeuronDevicesPerUser?: number;
  /** Maximum CPUs (hardware threads, as Slurm counts) of one user at the same time. @default - no limit */
  readonly maxCpusPerUser?: number;
  /** Maximum GPUs of all its jobs at the same time. @default - no limit */
  readonly maxGpus?: number;
  /** Maximum Neuron devices of all its jobs at the same time. @default - no limit */
  readonly maxNeuronDevices?: number;
  /** Maximum CPUs of all its jobs at the same time. @default - no limit */
  readonly maxCpus?: number;
  /** Maximum time limit of a job, minutes. @default - that of the partition */
  readonly maxTimeMinutes?: number;
  /** Grace time of a preempted job between warning (SIGTERM) and end, seconds, 0 to 3600. @default 0 */
  readonly graceSeconds?: number;
}

/** An account. */
export interface SlurmAccountOptions {
  /** Its name. */
  readonly name: string;
  /** Parent account. @default "root" */
  readonly parent?: string;
  /** Fair-share value relative to the other accounts of its parent: a whole number, 1 to 65535. @default 1 */
  readonly share?: number;
  /** Maximum GPU-hours; jobs that would exceed it wait. `usageReset` sets the period. @default - no limit */
  readonly gpuHours?: number;
  /** Maximum Neuron device-hours, likewise. @default - no limit */
  readonly neuronDeviceHours?: number;
  /** Maximum CPU-hours, likewise. @default - no limit */
  readonly cpuHours?: number;
  /** Maximum GPUs at the same time. @default - no limit */
  readonly maxGpus?: number;
  /** Maximum Neuron devices at the same time. @default - no limit */
  readonly maxNeuronDevices?: number;
  /** Maximum CPUs at the same time. @default - no limit */
  readonly maxCpus?: number;
  /** Names of its users. The first account that names a user is the default account of that user. @default - none */
  readonly users?: readonly string[];
  /** QoS that its users can request. @default - all declared ones and `normal` */
  readonly qos?: readonly string[];
  /** Default QoS of its jobs. @default - normal */
  readonly defaultQos?: string;
}

/** A user. */
export interface SlurmUserOptions {
  /** Login name: up to 32 lower-case letters, digits, `-` and `_`, beginning with a letter. */
  readonly name: string;
  /** User ID (UID), the same on every node, 1001 to 59999; 1000 is the default user of the image, lower ones are services. */
  readonly uid: number;
  /** ID of the user's primary group (GID). @default - the UID */
  readonly gid?: number;
  /** SSH public keys, as in `authorized_keys`. @default - none: login with Session Manager only */
  readonly sshKeys?: readonly string[];
  /** Whether the user is a Slurm administrator. @default false */
  readonly administrator?: boolean;
  /** Maximum GPUs of the user at the same time in each account. @default - no limit */
  readonly maxGpus?: number;
  /** Maximum Neuron devices of the user at the same time in each account. @default - no limit */
  readonly maxNeuronDevices?: number;
  /** Maximum CPUs of the user at the same time in each account. @default - no limit */
  readonly maxCpus?: number;
}

/** Weights of the factors of a job's priority (multifactor plugin), relative to each other; 0 disables a factor. */
export interface PriorityWeightOptions {
  /** Weight of fair share. @default 100000 */
  readonly fairShare?: number;
  /** Weight of the time in the queue (age). @default 1000 */
  readonly age?: number;
  /** Weight of the QoS. @default 1000000 */
  readonly qos?: number;
  /** Weight of the partition's tier. @default 10000 */
  readonly partition?: number;
  /** Weight of the job's size. @default 1000 */
  readonly jobSize?: number;
  /** Half-life of past usage in fair share, days, 0 to 365; 0 with `usageReset`. @default - 14, or 0 with usageReset */
  readonly halfLifeDays?: number;
  /** Days in the queue after which the age factor reaches its maximum, 1 to 365. @default 7 */
  readonly maxAgeDays?: number;
  /** How often usage, and what counts against `gpuHours`, is reset to zero. @default "none" */
  readonly usageReset?: "none" | "weekly" | "monthly" | "quarterly" | "yearly";
}

/** Where the accounting records of jobs are stored. */
export interface SlurmAccountingOptions {
  /** `local`: MariaDB on the head's state volume. `external`: your own database. `none`: no records and no limits. */
  readonly kind: "none" | "local" | "external";
  /** Host of an external database. @default - required with external */
  readonly databaseHost?: string;
  /** Port of an external database. @default 3306 */
  readonly databasePort?: number;
  /** Name of an external database. @default "slurm_acct_db" */
  readonly databaseName?: string;
  /** User of an external database. @default "slurm" */
  readonly databaseUser?: string;
  /**
   * CA certificates (PEM file on the head) with which slurmdbd encrypts its connection to an external database and verifies the server
   * certificate. `/etc/ssl/certs/ca-certificates.crt` has those of the system.
   * @default - none: the database client decides whether the connection is encrypted
   * @see https://slurm.schedmd.com/slurmdbd.conf.html#OPT_StorageParameters
   */
  readonly databaseCaFile?: string;
  /** Retention of records in months, 1 to 120. @default 24 */
  readonly purgeMonths?: number;
}

/** Input of a Slurm cluster; `defineSlurmCluster` checks it and adds the defaults. */
export interface SlurmOptions {
  /** Name of the cluster, as accounting knows it: lower-case letters, digits and `-`, at most 40. */
  readonly name: string;
  /** Version of Slurm in the images. @default "23.11" */
  readonly version?: SlurmVersion;
  /** Host names of the controllers, the primary first; at most 2. @default ["slurm-head"] */
  readonly controllers?: readonly string[];
  /** How daemons trust one another; `slurm` needs 23.11. @default - slurm where the version has it, else munge */
  readonly authentication?: "munge" | "slurm";
  readonly pools: readonly SlurmPoolOptions[];
  readonly partitions: readonly SlurmPartitionOptions[];
  /** Idle minutes before a dynamic node is released, 1 to 1440. @default 10 */
  readonly suspendMinutes?: number;
  /**
   * Maximum seconds from the launch of a node to its registration (`ResumeTimeout`): at least the longest boot of a pool, at most 7200.
   * @default - twice the longest boot, at least 900
   */
  readonly resumeTimeoutSeconds?: number;
  /** Minutes before the end of a Capacity Block at which jobs are notified, 30 to 1440. EC2 begins to terminate its instances 30 minutes before the end. @default 60 */
  readonly blockDrainMinutes?: number;
  /**
   * Consecutive failed boots or health checks after which launches from that source of the pool stop until an administrator allows them again
   * (`/opt/warpform/slurm/launches --allow POOL` on the head), 1 to 1000, or 0 for no limit. This limits the cost of a broken image.
   * @default 10
   * @see https://docs.aws.amazon.com/parallelcluster/latest/ug/slurm-protected-mode-v3.html
   */
  readonly maxFailedBoots?: number;
  /** What happens to running nodes when their launch template changes, for example with a new image. @default - they keep the old one */
  readonly updates?: SlurmUpdateOptions;
  /** Your own scripts around jobs, for example for mounts or licenses. @default - none */
  readonly jobPrograms?: SlurmJobPrograms;
  /** What `squeue`, `sinfo`, `sacct` and similar commands hide from other users; administrators see everything. @default - all users see everything */
  readonly privateData?: readonly SlurmPrivateData[];
  /** Where the accounting records of jobs are stored. @default - { kind: "local" } */
  readonly accounting?: SlurmAccountingOptions;
  /** Which jobs may preempt others: those of a QoS, of a partition with a higher tier, or none. @default "none" */
  readonly preemption?: "none" | "qos" | "partition";
  /** Weights of the factors of a job's priority. @default - the defaults of each weight */
  readonly priority?: PriorityWeightOptions;
  /** Qualities of service. @default - none */
  readonly qos?: readonly SlurmQosOptions[];
  /** Accounts with their shares and limits. @default - none */
  readonly accounts?: readonly SlurmAccountOptions[];
  /** Users with fixed user IDs. @default - none */
  readonly users?: readonly SlurmUserOptions[];
  /** Network topology: switches or blocks, always with their file. With `refresh` they may be empty; each pool then starts with one leaf or with blocks. @default - none */
  readonly topology?: SlurmTopology;
  /** Whether each job gets a private /tmp. @default false */
  readonly privateTmp?: boolean;
  /** Containers by pyxis (`srun --container-image`). @default true */
  readonly containers?: boolean;
  /** Whether nodes are checked before and after each job and every `healthCheckSeconds`. @default true */
  readonly healthChecks?: boolean;
  /** Seconds between two checks, 30 to 3600. @default 300 */
  readonly healthCheckSeconds?: number;
  /** Whether a directory has users in addition to `users`; `accounts` can name them too. @default false */
  readonly directoryUsers?: boolean;
  /** Whether users can authenticate with tokens (JWT), as slurmrestd does for them. @default false */
  readonly restApi?: boolean;
  /** Additional options of slurm.conf. Options that a prop sets or that would break the cluster are errors. @default - none */
  readonly slurmConf?: Readonly<Record<string, string | number>>;
}

/** Options of the whole cluster that mean the same in every cloud. */
export type SlurmScheduling = Pick<
  SlurmOptions,
  | "suspendMinutes"
  | "resumeTimeoutSeconds"
  | "maxFailedBoots"
  | "updates"
  | "jobPrograms"
  | "privateData"
  | "preemption"
  | "priority"
  | "qos"
  | "accounts"
  | "users"
  | "privateTmp"
  | "healthChecks"
  | "healthCheckSeconds"
>;
