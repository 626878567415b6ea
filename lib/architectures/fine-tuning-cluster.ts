import { Construct } from "constructs";
import type { Cloud } from "../clouds/cloud";
import { requireProps } from "../clouds/common/check-props";
import {
  type ClusterMonitoring,
  defaultCloud,
  type GpuNodePool,
  type IBucket,
  type IClusterNetwork,
  type ILustreStorage,
  type InfiniBandFabric,
  type KubeRayCluster,
  type KubeRayClusterProps,
  type LustreStorageProps,
  partsOf,
  type SlurmHeadNode,
  type SlurmHeadNodeProps,
} from "../clouds/default-cloud";
import { lustre, texts } from "../clouds/default-rules";
import { Problems } from "../errors";
import type { Workload } from "../model/model";
import { optional, type Table } from "../props/field";
import { oneOf, whole } from "../props/simple-fields";
import { CLUSTER, partProps, workload } from "./cluster-fields";
import { networkOf } from "./cluster-place";
import type { ClusterProps } from "./cluster-props";
import { datasetStorage } from "./dataset-storage";
import { defineFineTuningCluster } from "./define-fine-tuning-cluster";
import { checkDerivedProps, type OwnProps } from "./derived-props";
import type { Decision } from "./sizing/decision";
import { watchedCluster } from "./watched-cluster";
import type { FineTuningWorkloadOptions } from "./workloads";

export interface FineTuningClusterProps extends ClusterProps {
  /** One run of the kind that is usual here; instance type and nodes of a run follow from it. */
  readonly workload: FineTuningWorkloadOptions;
  /** Runs at once, which the nodes are multiplied by. Whole number, at least 1. @default 1 */
  readonly runsAtOnce?: number;
  /** Nodes of one run. @default - the fewest that make the run cheapest and meet the deadline */
  readonly nodesPerRun?: number;
  /** Who shares the nodes out. @default slurm */
  readonly scheduler?: "slurm" | "ray";
  /** Teams that share the GPUs evenly, by queue (Ray) or account (Slurm). @default - none: first come, first served */
  readonly teams?: readonly string[];
  /**
   * Where runs read datasets: from the nodes' own NVMe arrays, which each node fills from the bucket, or from Lustre in front
   * of the bucket, which all nodes share and which is paid for all month.
   * @default nvme, or lustre where `lustre` or `existingLustre` is given
   */
  readonly datasets?: "nvme" | "lustre";
  /** Props of the file system with `datasets: "lustre"`. @default - capacity and throughput for the runs */
  readonly lustre?: OwnProps<"lustre", LustreStorageProps>;
  /** File system that is there already, in place of a new one; not with `lustre`. @default - none */
  readonly existingLustre?: ILustreStorage;
  /** Props of the head with `scheduler: "slurm"`. @default - one partition `tune` of at most a day a job */
  readonly slurm?: OwnProps<"slurm", SlurmHeadNodeProps>;
  /** Props of the cluster with `scheduler: "ray"`. @default - a queue for each team */
  readonly ray?: OwnProps<"ray", KubeRayClusterProps>;
}

/** What it takes; values that follow from the workload are checked where they do. */
const FINE_TUNING_CLUSTER = {
  ...CLUSTER,
  workload: workload<FineTuningWorkloadOptions>(),
  runsAtOnce: optional(whole({ min: 1 }), 1),
  nodesPerRun: optional(whole({ min: 1 })),
  scheduler: optional(oneOf(["slurm", "ray"]), "slurm"),
  teams: optional(texts()),
  datasets: optional(oneOf(["nvme", "lustre"])),
  lustre: optional(partProps<NonNullable<FineTuningClusterProps["lustre"]>>()),
  existingLustre: optional(lustre()),
  slurm: optional(partProps<NonNullable<FineTuningClusterProps["slurm"]>>()),
  ray: optional(partProps<NonNullable<FineTuningClusterProps["ray"]>>()),
} satisfies Table<FineTuningClusterProps>;

const MOUNT_PATH = "/fsx";
const MOST_JOB_MINUTES = 24 * 60;

/** Parts that every one is made of. */
const PARTS = ["Capacity", "CheckpointBucket", "ClusterMonitoring", "GpuNodePool", "InfiniBandFabric"] as const;

/** Props of the scheduler that is not asked for would do nothing. */
function checkScheduler(path: string, { scheduler = "slurm", ...props }: FineTuningClusterProps): void {
  const problems = new Problems();
  const other = scheduler === "slurm" ? "ray" : "slurm";
  if (props[other] !== undefined)
    problems.add(
      "conflict",
      other,
      `${other} has no effect with scheduler "${scheduler}"; leave it out, or use scheduler "${other}"`,
    );
  problems.throwIfAny(path);
}

/**
 * A cluster for LoRA, QLoRA and small full fine-tuning: spot nodes with on-demand behind them, datasets on their NVMe
 * arrays or on Lustre, a bucket for checkpoints and adapters, queues for teams, monitoring. Nodes come when there is work.
 *
 * @throws WarpformError where no design fits the workload, and wherever the parts throw
 */
export class FineTuningCluster extends Construct {
  public readonly network: IClusterNetwork;
  /** Undefined with one node, or on a type without EFA. */
  public readonly fabric?: InfiniBandFabric;
  public readonly bucket: IBucket;
  /** Undefined with `datasets: "nvme"`; a `LustreStorage`, unless one was given. */
  public readonly lustre?: ILustreStorage;
  public readonly pool: GpuNodePool;
  public readonly scheduler: SlurmHeadNode | KubeRayCluster;
  public readonly monitoring: ClusterMonitoring;
  /** The workload in the terms of the model, for `DesignReview.of`. */
  public readonly workload: Extract<Workload, { kind: "fine-tuning" }>;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  /** @param cloud whose parts it is made of */
  constructor(
    scope: Construct,
    id: string,
    props: FineTuningClusterProps,
    private readonly cloud: Cloud = defaultCloud,
  ) {
    super(scope, id);
    requireProps(this.node.path, FINE_TUNING_CLUSTER, props);
    checkDerivedProps(this.node.path, props);
    checkScheduler(this.node.path, props);
    const { Capacity, CheckpointBucket, GpuNodePool, InfiniBandFabric } = partsOf(cloud, this.node.path, ...PARTS);
    const network = networkOf(this, props, cloud);
    const of = defineFineTuningCluster(props, { region: network.region, cloud: cloud.facts });
    const { workload, design, runsAtOnce: atOnce } = of;
    this.network = network;
    this.workload = workload;
    if (of.onFabric) this.fabric = new InfiniBandFabric(this, "fabric", { network });
    this.bucket = props.bucket ?? new CheckpointBucket(this, "models", { network });
    const storage = datasetStorage(this, props, { network, bucket: this.bucket, workload, design, atOnce, cloud });
    this.lustre = storage.lustre;
    // On Kubernetes pods mount, not nodes.
    const mounts = this.lustre && props.scheduler !== "ray" ? [this.lustre.mount(MOUNT_PATH)] : [];
    this.pool = new GpuNodePool(this, "nodes", {
      network,
      fabric: this.fabric,
      instanceType: design.instanceType,
      nodes: of.nodes,
      capacity: props.capacity ?? [Capacity.spot(), Capacity.onDemand()],
      ...props.pool,
      mounts: [...mounts, ...(props.pool?.mounts ?? [])],
    });
    this.pool.grant(...this.bucket.readWriteStatements());
    this.scheduler = props.scheduler === "ray" ? this.ray(props) : this.slurm(props);
    const parts = { network, pools: [this.pool], fileSystems: this.lustre ? [this.lustre] : [] };
    const watched = watchedCluster(this, props, parts, cloud);
    this.monitoring = watched.monitoring;
    const { machines, runs, capacity } = of.decisions;
    this.decisions = [machines, runs, storage.decision, capacity, ...watched.decisions];
  }

  private slurm(props: FineTuningClusterProps): SlurmHeadNode {
    const { network, pool } = this;
    return new (partsOf(this.cloud, this.node.path, "SlurmHeadNode").SlurmHeadNode)(this, "slurm", {
      network,
      partitions: [{ name: "tune", pools: [pool], maxTimeMinutes: MOST_JOB_MINUTES }],
      accounts: props.teams?.map((name) => ({ name, share: 1 })),
      ...props.slurm,
      mounts: [...(this.lustre ? [this.lustre.mount(MOUNT_PATH)] : []), ...(props.slurm?.mounts ?? [])],
    });
  }

  private ray(props: FineTuningClusterProps): KubeRayCluster {
    const { network, pool } = this;
    const teams = props.teams ?? ["everyone"];
    const gpus = pool.nodes.max * pool.instanceType.acceleratorCount;
    // What does not divide evenly goes to the first teams; what a team leaves idle the others may borrow.
    const share = (index: number) => Math.floor(gpus / teams.length) + (index < gpus % teams.length ? 1 : 0);
    return new (partsOf(this.cloud, this.node.path, "KubeRayCluster").KubeRayCluster)(this, "ray", {
      network,
      pools: [pool],
      queues: { teams: teams.map((name, index) => ({ name, gpus: { [pool.name]: share(index) } })) },
      fileSystems: this.lustre ? [{ storage: this.lustre, path: MOUNT_PATH }] : [],
      ...props.ray,
    });
  }
}
