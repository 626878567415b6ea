import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { SlurmPartitionProps } from "../slurm/slurm-head-node-props";
import type { PcsSize, PcsVersion } from "./pcs-limits";

/** A partition over pools of the stack, a queue in AWS PCS; its props mean the same as those of a SlurmHeadNode's partition. */
export interface PcsPartitionProps
  extends Pick<
    SlurmPartitionProps,
    | "pools"
    | "default"
    | "exclusive"
    | "priorityTier"
    | "defaultTimeMinutes"
    | "maxTimeMinutes"
    | "preemptMode"
    | "graceSeconds"
    | "allowAccounts"
    | "allowQos"
  > {
  /** 3 to 25 letters, digits and dashes, beginning with a letter. */
  readonly name: string;
}

export interface ParallelComputingProps {
  /** Network of the controller's interface and of the pools. */
  readonly network: IClusterNetwork;
  /** What jobs are submitted to, at most 10. Their pools are adopted: AWS PCS starts and ends their nodes. */
  readonly partitions: readonly PcsPartitionProps[];
  /**
   * Pools of login nodes, in no partition: people reach them by Session Manager and submit jobs there. `nodes.min` and `nodes.max` are
   * equal, since nothing else would start them.
   * @default - none: submit jobs by the REST API, or from an instance of your own
   */
  readonly loginPools?: readonly GpuNodePool[];
  /** Major version of Slurm, which the image must hold; AWS installs patches. Changing it replaces the cluster. @default 25.11 */
  readonly version?: PcsVersion;
  /**
   * Size of the managed controller: small takes 32 instances and 256 jobs, medium 512 and 8,192, large 2,048 and 16,384. Changing it
   * replaces the cluster, so choose the size of later.
   * @default - the smallest that holds all pools at their largest
   * @see https://docs.aws.amazon.com/pcs/latest/APIReference/API_CreateCluster.html
   */
  readonly size?: PcsSize;
  /** Managed accounting (`sacct`, QoS, limits), which AWS bills apart. @default true */
  readonly accounting?: boolean;
  /** Days after which accounting records are purged, 1 to 10,000. @default - they are kept */
  readonly accountingDays?: number;
  /** Idle minutes before nodes of pools with `nodes.min: 0` are terminated, 1 to 1,440. @default 10 */
  readonly suspendMinutes?: number;
  /** Which jobs may preempt others: those of a partition with a higher tier, of a QoS, or none. @default "none" */
  readonly preemption?: "none" | "qos" | "partition";
  /** The managed REST API (slurmrestd), reached within the network. @default false */
  readonly restApi?: boolean;
  /**
   * Whether a node takes jobs only once its boot steps have succeeded and while GPUs, EFA devices and mounts are there: a prolog, whose failure
   * drains the node and requeues the job.
   * @default true
   */
  readonly healthChecks?: boolean;
  /**
   * Further cluster-wide options of slurm.conf, of those that AWS PCS lets people set.
   * @default - none
   * @see https://docs.aws.amazon.com/pcs/latest/userguide/slurm-custom-settings-cluster.html
   */
  readonly slurmConf?: Readonly<Record<string, string | number>>;
}
