import type { Accelerator, InstanceType } from "../../catalog/types";
import type { CapacitySource, NodePool, SlurmPartition } from "../../model/model";
import type { SlurmVersion } from "./versions";

/** A run of node names of one pool, `h100-st-[1-16]`, and the capacity sources its nodes come from. */
export interface NodeRange {
  /** `owned`: nodes that are there, which Slurm neither starts nor ends. */
  readonly kind: "static" | "dynamic" | "owned";
  readonly prefix: string;
  readonly first: number;
  readonly last: number;
  /** Digits of a number, with leading zeros; absent for as many as it takes. */
  readonly width?: number;
  /** Address of the first of owned nodes; absent where DNS knows them. */
  readonly address?: string;
  /** Indexes into the pool's capacity, in the order to try. */
  readonly sources: readonly number[];
}

/** What slurmd finds on a node, as NodeName and gres.conf state it. */
export interface NodeHardware {
  readonly sockets: number;
  readonly coresPerSocket: number;
  readonly threadsPerCore: number;
  readonly realMemoryMiB: number;
  readonly gpu: {
    /** Type in GRES, `h100`, or the MIG profile, `1g.10gb`. */
    readonly type: string;
    /** Schedulable GPUs or MIG instances of a node. */
    readonly count: number;
    /** Physical GPUs of a node. */
    readonly devices: number;
    /** Shards of a node; 0 where GPUs are not shared by time. */
    readonly shards: number;
  } | null;
  /** Trainium or Inferentia devices, GRES `neuron`; null on other machines. */
  readonly neuron: {
    /** Type in GRES, `trainium2`. */
    readonly type: string;
    readonly devices: number;
  } | null;
}

/** A pool as Slurm sees it. */
export interface SlurmPool {
  readonly name: string;
  readonly instance: InstanceType;
  readonly accelerator: Accelerator | null;
  readonly capacity: readonly CapacitySource[];
  readonly ranges: readonly NodeRange[];
  readonly hardware: NodeHardware;
  readonly features: readonly string[];
  /** Slurm fills nodes of the lowest weight first. */
  readonly weight: number;
  readonly launch: "per-job" | "best-effort";
  readonly backoffMinutes: number;
  /** Nodes that are replaced at once when the launch template changes; null where running nodes keep theirs. */
  readonly replaceAtOnce: number | null;
  readonly bootSeconds: number;
  /** What a whole node counts for in an hour; fair share and billing limits are in this unit. */
  readonly billingPerNodeHour: number;
  readonly model: NodePool;
}

/** A partition with everything resolved. */
export interface SlurmQueue extends SlurmPartition {
  /** Nodes a job may take at once; null for all. */
  readonly maxNodesPerJob: number | null;
  readonly allowAccounts: readonly string[];
  readonly allowQos: readonly string[];
  /** Seconds between the warning (SIGTERM) and the end of a preempted job. */
  readonly graceSeconds: number;
  /** Idle time before its nodes are let go; null for the cluster's. */
  readonly suspendSeconds: number | null;
}

/** Switches or blocks. The tree is by leaf; names are Slurm's own. */
export type SlurmTopology =
  | { readonly kind: "none" }
  | {
      readonly kind: "tree";
      /** Whether the head refreshes it from where the cloud has placed the nodes: EC2's instance topology, Azure's placement groups. */
      readonly refresh: boolean;
      readonly switches: readonly SlurmSwitch[];
    }
  | {
      readonly kind: "block";
      readonly refresh: boolean;
      /** Nodes of one block; one NVLink domain. */
      readonly blockSize: number;
      readonly blocks: readonly { readonly name: string; readonly nodes: string }[];
    };

export interface SlurmSwitch {
  readonly name: string;
  /** Host list of a leaf; null for a switch of switches. */
  readonly nodes: string | null;
  /** List of the switches below; null for a leaf. */
  readonly switches: string | null;
}

/** Limits by TRES; null for no limit. A TRES that no node has is left out. */
export type TresLimits = Readonly<Record<string, number | null>>;

/** One Quality of Service: what a job is submitted under, and who may push whom aside. */
export interface SlurmQos {
  readonly name: string;
  readonly priority: number;
  /** QoS whose running jobs it may preempt. */
  readonly preempts: readonly string[];
  /** What one user may hold at once under it, by TRES. */
  readonly tresPerUser: TresLimits;
  /** What all its jobs may hold at once, by TRES. */
  readonly tres: TresLimits;
  readonly maxTimeMinutes: number | null;
  /** Seconds between the warning (SIGTERM) and the end of a preempted job. */
  readonly graceSeconds: number;
}

/** One account: who shares what. */
export interface SlurmAccount {
  readonly name: string;
  readonly parent: string;
  /** Fair-share: parts of the parent's use that it is due, relative to its siblings. */
  readonly share: number;
  /** Hours that it may use (by `PriorityWeights.usageReset`), by TRES. */
  readonly tresHours: TresLimits;
  /** What all its jobs may hold at once, by TRES. */
  readonly tres: TresLimits;
  readonly users: readonly string[];
  readonly qos: readonly string[];
  readonly defaultQos: string | null;
}

/** A person with an id that is the same on every node. */
export interface SlurmUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly sshKeys: readonly string[];
  readonly administrator: boolean;
  /** What the user may hold at once in each account, by TRES. */
  readonly tres: TresLimits;
}

export interface SlurmPolicy {
  readonly qos: readonly SlurmQos[];
  readonly accounts: readonly SlurmAccount[];
  readonly users: readonly SlurmUser[];
}

/** How a job's priority is made up (priority/multifactor). Weights are relative; 0 leaves a factor out. */
export interface PriorityWeights {
  readonly fairShare: number;
  readonly age: number;
  readonly qos: number;
  readonly partition: number;
  readonly jobSize: number;
  /** Days after which past use counts half; 0 for no decay. */
  readonly halfLifeDays: number;
  /** When use is set to zero, and with it what counts against GPU hours. */
  readonly usageReset: "none" | "weekly" | "monthly" | "quarterly" | "yearly";
  /** Days after which a waiting job's age factor is full. */
  readonly maxAgeDays: number;
}

/** Everything that the writers need, with no default left open. Made by `defineSlurmCluster`. */
export interface SlurmCluster {
  readonly name: string;
  readonly version: SlurmVersion;
  /** Controllers' host names, the primary first. */
  readonly controllers: readonly string[];
  readonly authentication: "munge" | "slurm";
  readonly pools: readonly SlurmPool[];
  readonly partitions: readonly SlurmQueue[];
  readonly suspendSeconds: number;
  readonly resumeTimeoutSeconds: number;
  readonly suspendTimeoutSeconds: number;
  readonly blockDrainMinutes: number;
  /** Failed boots in a row after which a pool's source is left alone; 0 for no limit. */
  readonly maxFailedBoots: number;
  /** Texts of the programs of the site around jobs. */
  readonly jobPrograms: { readonly prolog: string | null; readonly epilog: string | null };
  /** Text of job_submit.lua. */
  readonly submitScript: string | null;
  readonly privateData: readonly string[];
  readonly accounting: SlurmAccounting;
  readonly policy: SlurmPolicy;
  readonly preemption: "none" | "qos" | "partition";
  readonly priority: PriorityWeights;
  readonly topology: SlurmTopology;
  /** Whether each job gets a /tmp of its own (job_container/tmpfs), which goes when the job ends. */
  readonly privateTmp: boolean;
  /** Pyxis: containers by `srun --container-image`. */
  readonly containers: boolean;
  readonly healthChecks: boolean;
  readonly healthCheckSeconds: number;
  /** Whether tokens (JWT) are taken in place of Slurm's key. */
  readonly restApi: boolean;
  /** Options given as they are, already checked. */
  readonly extraOptions: Readonly<Record<string, string>>;
}

/** Where the accounting records of jobs are stored. */
export interface SlurmAccounting {
  readonly kind: "none" | "local" | "external";
  /** Database server, name and user of slurmdbd; the password is filled in on the head, never here. */
  readonly databaseHost: string;
  readonly databasePort: number;
  readonly databaseName: string;
  readonly databaseUser: string;
  /** Authorities by which the connection is encrypted; null where it is as the client has it. */
  readonly databaseCaFile: string | null;
  /** Months that job and step records are kept. */
  readonly purgeMonths: number;
  /** Whether only users with an association may submit, within their limits. */
  readonly enforced: boolean;
}
