import type { NodePool } from "../../model/model";
import type { SlurmTopology } from "./slurm-cluster";
import type { SlurmVersion } from "./versions";

/** A pool that Slurm starts nodes of, and how. */
export interface SlurmPoolOptions {
  /** The pool as the model has it. */
  readonly pool: NodePool;
  /**
   * Whether a job's nodes come all at once or not at all (`per-job`), or as many as are available (`best-effort`). A multi-node training job
   * cannot use half of its nodes, and half of them cost money while it waits.
   * @default - per-job with a fabric, best-effort without
   */
  readonly launch?: "per-job" | "best-effort";
  /** Minutes that the pool is left alone after none of its sources had capacity. Whole, 1 to 1440. @default 10 */
  readonly backoffMinutes?: number;
  /** Memory for jobs on a node, MiB; at most the instance's. @default - 95 percent of the instance's memory */
  readonly realMemoryMiB?: number;
  /**
   * What a whole node counts for in an hour, in any unit that is the same for all pools. Fair share and GPU-hour budgets compare
   * pools by it. More than 0. @default - on-demand price in US cents; without a price 100 a GPU, 1 a CPU
   */
  readonly billingPerNodeHour?: number;
}

/** How running nodes take over a changed launch template. Nodes that are launched later have it in any case. */
export interface SlurmUpdateOptions {
  /**
   * `keep`: running nodes stay as they are until they are released. `drain`: the head drains nodes, idle ones first, and replaces each
   * once its jobs have ended. It pauses while new nodes fail to boot or capacity is missing.
   * @default "keep"
   * @see https://docs.aws.amazon.com/parallelcluster/latest/ug/Scheduling-v3.html#yaml-Scheduling-SlurmSettings-QueueUpdateStrategy
   */
  readonly strategy?: "keep" | "drain";
  /** Nodes of a pool that are drained, or on their way, at once with `drain`. Whole, 1 to 1000. @default - a tenth of the pool, at least 1 */
  readonly atOnce?: number;
}

/** Programs of yours that each node of a job runs as root: the texts of scripts, which start with `#!`. Nodes take a new text over in a minute. */
export interface SlurmJobPrograms {
  /** Runs before the job, after the health check. A status other than 0 drains the node and requeues the job. @default - none */
  readonly prolog?: string;
  /** Runs after the job, before the health check. A status other than 0 drains the node. @default - none */
  readonly epilog?: string;
  /**
   * Text of job_submit.lua: slurmctld calls its functions slurm_job_submit and slurm_job_modify for each job that is submitted or changed,
   * which may fill in what the job lacks, or reject it. Other entries of `slurmConf.JobSubmitPlugins` come after it.
   * @default - none
   * @see https://slurm.schedmd.com/job_submit_plugins.html
   */
  readonly submit?: string;
}

/** What users may not see of others. @see https://slurm.schedmd.com/slurm.conf.html#OPT_PrivateData */
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
  /** Letters, digits, `-` and `_`, beginning with a letter, at most 32. */
  readonly name: string;
  /** Names of its pools. Nodes of the cheapest are filled first, unless `weights` says otherwise. */
  readonly pools: readonly string[];
  /** Whether jobs without a partition run in this one. @default - the first partition does */
  readonly default?: boolean;
  /** Whether a job gets whole nodes. @default false */
  readonly exclusive?: boolean;
  /** Partitions of a higher tier are served first. Whole, 1 to 65533. @default 1 */
  readonly priorityTier?: number;
  /** Time limit of a job without one, minutes. @default - the most it may ask for, at most a day */
  readonly defaultTimeMinutes?: number;
  /** Most time a job may ask for, minutes, 1 to 525600 (a year). @default - no limit */
  readonly maxTimeMinutes?: number;
  /** What happens to its jobs when a higher tier wants the nodes; with `preemption: "partition"`. @default "off" */
  readonly preemptMode?: "off" | "requeue" | "cancel";
  /** Seconds from the warning to the end of a preempted job, 0 to 3600. @default 0 */
  readonly graceSeconds?: number;
  /**
   * Weight by pool; the lowest is filled first. Whole, 1 to 1000000. Slurm has one weight per node, so it holds in every partition.
   * @default - 1, 2, … by what a node costs per hour (`billingPerNodeHour`), the cheapest first
   */
  readonly weights?: Readonly<Record<string, number>>;
  /** Most nodes of one job. @default - all of the partition */
  readonly maxNodesPerJob?: number;
  /** Accounts that may use it. @default - all */
  readonly allowAccounts?: readonly string[];
  /** QoS that may be used in it. @default - all */
  readonly allowQos?: readonly string[];
  /** Idle minutes before its nodes are let go, where it differs from the cluster's. @default - the cluster's */
  readonly suspendMinutes?: number;
}

/** One QoS as declared. */
export interface SlurmQosOptions {
  /** Its name. */
  readonly name: string;
  /** Added to a job's priority, 0 to 2147483647, relative to the other QoS. @default 0 */
  readonly priority?: number;
  /** QoS whose running jobs it may preempt; with `preemption: "qos"`. @default - none */
  readonly preempts?: readonly string[];
  /** Most GPUs of one user at once. @default - no limit */
  readonly maxGpusPerUser?: number;
  /** Most Neuron devices of one user at once. @default - no limit */
  readonly maxNeuronDevicesPerUser?: number;
  /** Most CPUs of one user at once, as Slurm counts them (hardware threads). @default - no limit */
  readonly maxCpusPerUser?: number;
  /** Most GPUs of all its jobs at once. @default - no limit */
  readonly maxGpus?: number;
  /** Most Neuron devices of all its jobs at once. @default - no limit */
  readonly maxNeuronDevices?: number;
  /** Most CPUs of all its jobs at once. @default - no limit */
  readonly maxCpus?: number;
  /** Most time of a job, minutes. @default - the partition's */
  readonly maxTimeMinutes?: number;
  /** Seconds from the warning to the end of a preempted job, 0 to 3600. @default 0 */
  readonly graceSeconds?: number;
}

/** One account as declared. */
export interface SlurmAccountOptions {
  /** Its name. */
  readonly name: string;
  /** Account above it. @default "root" */
  readonly parent?: string;
  /** Parts of its parent's use that it is due, relative to its siblings. Whole, 1 to 65535. @default 1 */
  readonly share?: number;
  /** Most GPU hours; jobs that would go over it wait. `usageReset` says for how long it counts. @default - no limit */
  readonly gpuHours?: number;
  /** Most Neuron device hours, likewise. @default - no limit */
  readonly neuronDeviceHours?: number;
  /** Most CPU hours, likewise. @default - no limit */
  readonly cpuHours?: number;
  /** Most GPUs at once. @default - no limit */
  readonly maxGpus?: number;
  /** Most Neuron devices at once. @default - no limit */
  readonly maxNeuronDevices?: number;
  /** Most CPUs at once. @default - no limit */
  readonly maxCpus?: number;
  /** Names of its users. The first account that names a user is that user's default. @default - none */
  readonly users?: readonly string[];
  /** QoS that its users may ask for. @default - all that are declared, and `normal` */
  readonly qos?: readonly string[];
  /** QoS of jobs without one. @default - normal */
  readonly defaultQos?: string;
}

/** One user as declared. */
export interface SlurmUserOptions {
  /** Log-in name: lower-case letters, digits, `-` and `_`, beginning with a letter, at most 32. */
  readonly name: string;
  /** User id, the same on every node, 1001 to 59999; 1000 is the image's own user, lower ones are of services. */
  readonly uid: number;
  /** Id of the user's own group. @default - the uid */
  readonly gid?: number;
  /** Public keys, as in `authorized_keys`. @default - none: log-in by Session Manager only */
  readonly sshKeys?: readonly string[];
  /** Whether the user administers Slurm. @default false */
  readonly administrator?: boolean;
  /** Most GPUs of the user at once in each account. @default - no limit */
  readonly maxGpus?: number;
  /** Most Neuron devices of the user at once in each account. @default - no limit */
  readonly maxNeuronDevices?: number;
  /** Most CPUs of the user at once in each account. @default - no limit */
  readonly maxCpus?: number;
}

/** Factors of a job's priority; weights are relative, 0 disables a factor. */
export interface PriorityWeightOptions {
  /** Weight of fair share. @default 100000 */
  readonly fairShare?: number;
  /** Weight of waiting. @default 1000 */
  readonly age?: number;
  /** Weight of the QoS. @default 1000000 */
  readonly qos?: number;
  /** Weight of the partition's tier. @default 10000 */
  readonly partition?: number;
  /** Weight of the job's size. @default 1000 */
  readonly jobSize?: number;
  /** Days after which past use counts half, 0 to 365; 0 with `usageReset`. @default - 14, or 0 with usageReset */
  readonly halfLifeDays?: number;
  /** Days after which a waiting job's age counts in full, 1 to 365. @default 7 */
  readonly maxAgeDays?: number;
  /** When use, and with it what counts against `gpuHours`, starts again at zero. @default "none" */
  readonly usageReset?: "none" | "weekly" | "monthly" | "quarterly" | "yearly";
}

/** Where the accounting records of jobs are stored. */
export interface SlurmAccountingOptions {
  /** `local`: MariaDB on the head's state volume; `external`: a database of yours; `none`: no records, no limits. */
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
   * File of certificate authorities (PEM) on the head, by which slurmdbd encrypts its connection to an external database and checks the
   * server's certificate: `/etc/ssl/certs/ca-certificates.crt` has those of the system.
   * @default - none: the database client decides whether the connection is encrypted
   * @see https://slurm.schedmd.com/slurmdbd.conf.html#OPT_StorageParameters
   */
  readonly databaseCaFile?: string;
  /** Months that records are kept, 1 to 120. @default 24 */
  readonly purgeMonths?: number;
}

/** What a Slurm cluster is made from; `defineSlurmCluster` checks it and fills in the rest. */
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
  /** Idle minutes before a dynamic node is let go, 1 to 1440. @default 10 */
  readonly suspendMinutes?: number;
  /**
   * Seconds that a node may take from the request to its registration, at most 7200. At least the longest boot of a pool.
   * @default - twice the longest boot, at least 900
   */
  readonly resumeTimeoutSeconds?: number;
  /** Minutes before a Capacity Block's end (EC2 begins to stop its instances 30 minutes before) that jobs are told. 30 to 1440. @default 60 */
  readonly blockDrainMinutes?: number;
  /**
   * Failed boots or health checks in a row after which nothing is launched from that source of the pool until an administrator lifts it
   * (`/opt/warpform/slurm/launches --allow POOL` on the head), 1 to 1000, or 0 for no limit. A broken image then costs minutes.
   * @default 10
   * @see https://docs.aws.amazon.com/parallelcluster/latest/ug/slurm-protected-mode-v3.html
   */
  readonly maxFailedBoots?: number;
  /** What becomes of running nodes when their launch template changes, by a new image or new user data. @default - they stay as they are */
  readonly updates?: SlurmUpdateOptions;
  /** Programs of yours around jobs, such as mounts or licences. @default - none */
  readonly jobPrograms?: SlurmJobPrograms;
  /** What users do not see of each other, in `squeue`, `sinfo`, `sacct` and similar commands; administrators see all. @default - all users see everything */
  readonly privateData?: readonly SlurmPrivateData[];
  /** Where the accounting records of jobs are stored. @default - { kind: "local" } */
  readonly accounting?: SlurmAccountingOptions;
  /** Which jobs may preempt others: those of a QoS, of a partition with a higher tier, or none. @default "none" */
  readonly preemption?: "none" | "qos" | "partition";
  /** How a job's priority is made up. @default - the weights of its comments */
  readonly priority?: PriorityWeightOptions;
  /** Qualities of service. @default - none */
  readonly qos?: readonly SlurmQosOptions[];
  /** Accounts with their shares and limits. @default - none */
  readonly accounts?: readonly SlurmAccountOptions[];
  /** Users with fixed ids. @default - none */
  readonly users?: readonly SlurmUserOptions[];
  /** Switches or blocks, always with their file. With `refresh` they may be empty: a leaf or blocks for each pool to start from. @default - none */
  readonly topology?: SlurmTopology;
  /** A /tmp of its own for each job. @default false */
  readonly privateTmp?: boolean;
  /** Containers by pyxis (`srun --container-image`). @default true */
  readonly containers?: boolean;
  /** Check a node before and after each job and every `healthCheckSeconds`. @default true */
  readonly healthChecks?: boolean;
  /** Seconds between two checks, 30 to 3600. @default 300 */
  readonly healthCheckSeconds?: number;
  /** Whether a directory knows users beyond those of `users`, whom `accounts` may name too. @default false */
  readonly directoryUsers?: boolean;
  /** Whether users may show tokens (JWT) in place of Slurm's key, as slurmrestd does for them. @default false */
  readonly restApi?: boolean;
  /** Further options of slurm.conf. Those that a prop sets or that would break the cluster are refused. @default - none */
  readonly slurmConf?: Readonly<Record<string, string | number>>;
}

/** What holds for a cluster as a whole and means the same in every cloud. */
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
