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
  type NodeFleet,
  partsOf,
  type SlurmHeadNode,
  type SlurmHeadNodeProps,
} from "../clouds/default-cloud";
import { lustre } from "../clouds/default-rules";
import type { Workload } from "../model/model";
import { optional, type Table } from "../props/field";
import { oneOf, whole } from "../props/simple-fields";
import { CLUSTER, partProps, workload } from "./cluster-fields";
import { networkOf } from "./cluster-place";
import type { ClusterProps } from "./cluster-props";
import { defineTrainingCluster } from "./define-training-cluster";
import { checkDerivedProps, type OwnProps } from "./derived-props";
import { scratchOf } from "./scratch-storage";
import type { Decision } from "./sizing/decision";
import type { TrainingSize } from "./sizing/size-training";
import { watchedCluster } from "./watched-cluster";
import type { TrainingWorkloadOptions } from "./workloads";

export interface TrainingClusterProps extends ClusterProps {
  /** The run; instance type, nodes, storage and checkpoints follow from it. */
  readonly workload: TrainingWorkloadOptions;
  /** Nodes that the run uses. @default - the fewest that make the run cheapest and meet the deadline */
  readonly nodes?: number;
  /** Nodes kept for failures. @default - so that no repair holds the run up 95 % of the time */
  readonly spareNodes?: number;
  /** Who starts the nodes and the jobs. @default slurm */
  readonly scheduler?: "slurm" | "ray" | "fleet";
  /** Props of the file system beside those that are derived. @default - capacity and throughput for the run */
  readonly lustre?: OwnProps<"lustre", LustreStorageProps>;
  /** File system that is there already, in place of a new one; not with `lustre`. @default - one is made */
  readonly existingLustre?: ILustreStorage;
  /** Props of the head with `scheduler: "slurm"`. @default - one exclusive partition `train` of at most 7 days a job */
  readonly slurm?: OwnProps<"slurm", SlurmHeadNodeProps>;
  /** Props of the cluster with `scheduler: "ray"`. @default - one queue of all GPUs, the file system at /fsx */
  readonly ray?: OwnProps<"ray", KubeRayClusterProps>;
}

/** What it takes; values that follow from the workload are checked where they do. */
const TRAINING_CLUSTER = {
  ...CLUSTER,
  workload: workload<TrainingWorkloadOptions>(),
  nodes: optional(whole({ min: 1 })),
  spareNodes: optional(whole({ min: 0 })),
  scheduler: optional(oneOf(["slurm", "ray", "fleet"]), "slurm"),
  lustre: optional(partProps<NonNullable<TrainingClusterProps["lustre"]>>()),
  existingLustre: optional(lustre()),
  slurm: optional(partProps<NonNullable<TrainingClusterProps["slurm"]>>()),
  ray: optional(partProps<NonNullable<TrainingClusterProps["ray"]>>()),
} satisfies Table<TrainingClusterProps>;

const MOUNT_PATH = "/fsx";
const MOST_JOB_MINUTES = 7 * 24 * 60;

/** Parts that every one is made of. */
const PARTS = ["Capacity", "CheckpointBucket", "ClusterMonitoring", "GpuNodePool", "InfiniBandFabric"] as const;

/**
 * A cluster for a pre-training run: nodes on one fabric, Lustre in front of a bucket, checkpoints, a scheduler, monitoring.
 * Give the run alone and the rest follows; give parts by hand and what is left follows from them.
 *
 * @throws WarpformError where no design fits the run, and wherever the parts throw
 */
export class TrainingCluster extends Construct {
  public readonly network: IClusterNetwork;
  /** Undefined with one node, which talks to nobody. */
  public readonly fabric?: InfiniBandFabric;
  public readonly bucket: IBucket;
  /** A `LustreStorage`, unless one was given. */
  public readonly lustre: ILustreStorage;
  public readonly pool: GpuNodePool;
  public readonly scheduler: SlurmHeadNode | KubeRayCluster | NodeFleet;
  public readonly monitoring: ClusterMonitoring;
  /** The run in the terms of the model, for `DesignReview.of(app, { workload: cluster.workload })`. */
  public readonly workload: Extract<Workload, { kind: "training" }>;
  /** Every size that was derived. */
  public readonly size: TrainingSize;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  /** @param cloud whose parts it is made of */
  constructor(
    scope: Construct,
    id: string,
    props: TrainingClusterProps,
    private readonly cloud: Cloud = defaultCloud,
  ) {
    super(scope, id);
    requireProps(this.node.path, TRAINING_CLUSTER, props);
    checkDerivedProps(this.node.path, props);
    const { Capacity, CheckpointBucket, GpuNodePool, InfiniBandFabric } = partsOf(cloud, this.node.path, ...PARTS);
    const network = networkOf(this, props, cloud);
    const of = defineTrainingCluster(props, { region: network.region, cloud: cloud.facts });
    const { size } = of;
    if (of.onFabric) this.fabric = new InfiniBandFabric(this, "fabric", { network });
    this.network = network;
    this.workload = of.workload;
    this.size = size;
    this.bucket = props.bucket ?? new CheckpointBucket(this, "checkpoints", { network });
    this.lustre = scratchOf(this, props, { network, bucket: this.bucket, choice: size.lustre, cloud });
    // On Kubernetes pods mount, not nodes.
    const mounts = props.scheduler === "ray" ? [] : [this.lustre.mount(MOUNT_PATH)];
    this.pool = new GpuNodePool(this, "nodes", {
      network,
      fabric: this.fabric,
      instanceType: size.instanceType,
      nodes: of.nodes,
      capacity: props.capacity ?? [Capacity.onDemand()],
      ...props.pool,
      mounts: [...mounts, ...(props.pool?.mounts ?? [])],
    });
    this.pool.grant(...this.bucket.readWriteStatements());
    this.scheduler = this.schedulerOf(props);
    const watched = watchedCluster(this, props, { network, pools: [this.pool], fileSystems: [this.lustre] }, cloud);
    this.monitoring = watched.monitoring;
    this.decisions = [...size.decisions, ...watched.decisions];
  }

  private schedulerOf(props: TrainingClusterProps): SlurmHeadNode | KubeRayCluster | NodeFleet {
    const { network, pool, lustre } = this;
    switch (props.scheduler ?? "slurm") {
      case "slurm":
        return new (partsOf(this.cloud, this.node.path, "SlurmHeadNode").SlurmHeadNode)(this, "slurm", {
          network,
          partitions: [{ name: "train", pools: [pool], exclusive: true, maxTimeMinutes: MOST_JOB_MINUTES }],
          ...props.slurm,
          mounts: [lustre.mount(MOUNT_PATH), ...(props.slurm?.mounts ?? [])],
        });
      case "ray":
        return new (partsOf(this.cloud, this.node.path, "KubeRayCluster").KubeRayCluster)(this, "ray", {
          network,
          pools: [pool],
          queues: {
            teams: [{ name: "train", gpus: { [pool.name]: pool.nodes.max * pool.instanceType.acceleratorCount } }],
          },
          fileSystems: [{ storage: lustre, path: MOUNT_PATH }],
          ...props.ray,
        });
      case "fleet":
        return new (partsOf(this.cloud, this.node.path, "NodeFleet").NodeFleet)(this, "fleet", { pool });
    }
  }
}
