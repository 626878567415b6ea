import { Construct } from "constructs";
import { Capacity } from "../aws/capacity";
import { CheckpointBucket } from "../aws/checkpoint-bucket";
import { ClusterMonitoring } from "../aws/cluster-monitoring";
import type { ClusterMonitoringProps } from "../aws/cluster-monitoring-props";
import { GpuNodePool } from "../aws/gpu-node-pool";
import type { GpuNodePoolProps } from "../aws/gpu-node-pool-props";
import type { IBucket } from "../aws/i-bucket";
import type { IClusterNetwork } from "../aws/i-cluster-network";
import { InfiniBandFabric } from "../aws/infiniband-fabric";
import { KubeRayCluster } from "../aws/kube-ray-cluster";
import type { KubeRayClusterProps } from "../aws/kube-ray-cluster-props";
import { LustreStorage } from "../aws/lustre-storage";
import type { LustreStorageProps } from "../aws/lustre-storage-props";
import { NodeFleet } from "../aws/node-fleet";
import { SlurmHeadNode } from "../aws/slurm-head-node";
import type { SlurmHeadNodeProps } from "../aws/slurm-head-node-props";
import { instanceType } from "../catalog/instance-types";
import type { Workload } from "../model/model";
import { type ClusterPlace, networkOf } from "./cluster-place";
import type { Decision } from "./decision";
import { monthlyBudget } from "./monthly-budget";
import { purchaseOf } from "./purchase-of";
import { sizeTraining, type TrainingSize } from "./size-training";
import { type TrainingWorkloadOptions, trainingWorkload } from "./workloads";

export interface TrainingClusterProps extends ClusterPlace {
  /** The run; instance type, nodes, storage and checkpoints follow from it. */
  readonly workload: TrainingWorkloadOptions;
  /** @default - the cheapest type that meets the deadline */
  readonly instanceType?: string;
  /** Nodes that the run uses. @default - the fewest that make the run cheapest and meet the deadline */
  readonly nodes?: number;
  /** Nodes kept for failures. @default - so that no repair holds the run up 95 % of the time */
  readonly spareNodes?: number;
  /** Where nodes come from; the first source's price decides the sizing. @default - on-demand */
  readonly capacity?: readonly Capacity[];
  /** Who starts the nodes and the jobs. @default slurm */
  readonly scheduler?: "slurm" | "ray" | "fleet";
  /** Props of the file system beside those that are derived. @default - capacity and throughput for the run */
  readonly lustre?: Partial<LustreStorageProps>;
  /** Bucket behind the file system. @default - one is made */
  readonly bucket?: IBucket;
  /** Props of the pool beside those that are derived. @default - none */
  readonly pool?: Partial<GpuNodePoolProps>;
  /** Props of the head with `scheduler: "slurm"`. @default - one exclusive partition `train` of at most 7 days a job */
  readonly slurm?: Partial<SlurmHeadNodeProps>;
  /** Props of the cluster with `scheduler: "ray"`. @default - one queue of all GPUs, the file system at /fsx */
  readonly ray?: Partial<KubeRayClusterProps>;
  /** Props of the monitoring. @default - a budget of what the nodes cost a month and a tenth */
  readonly monitoring?: Partial<ClusterMonitoringProps>;
}

const MOUNT_PATH = "/fsx";
const MOST_JOB_MINUTES = 7 * 24 * 60;

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
  public readonly lustre: LustreStorage;
  public readonly pool: GpuNodePool;
  public readonly scheduler: SlurmHeadNode | KubeRayCluster | NodeFleet;
  public readonly monitoring: ClusterMonitoring;
  /** The run in the terms of the model, for `DesignReview.of(app, { workload: cluster.workload })`. */
  public readonly workload: Extract<Workload, { kind: "training" }>;
  /** Every size that was derived. */
  public readonly size: TrainingSize;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  constructor(scope: Construct, id: string, props: TrainingClusterProps) {
    super(scope, id);
    this.network = networkOf(this, props);
    this.workload = trainingWorkload(props.workload);
    const capacity = props.capacity ?? [Capacity.onDemand()];
    this.size = sizeTraining(this.workload, {
      region: this.network.region,
      purchase: purchaseOf(capacity),
      instanceType: props.instanceType,
      nodes: props.nodes,
      spareNodes: props.spareNodes,
    });
    const { network } = this;
    const most = this.size.nodes + this.size.spareNodes;
    const joins = most > 1 && instanceType(this.size.instanceType).maxEfaInterfaces > 0;
    if (joins) this.fabric = new InfiniBandFabric(this, "fabric", { network });
    this.bucket = props.bucket ?? new CheckpointBucket(this, "checkpoints", { network });
    this.lustre = new LustreStorage(this, "scratch", {
      network,
      ...this.size.lustre,
      importFrom: this.bucket,
      ...props.lustre,
    });
    // On Kubernetes pods mount, not nodes.
    const mounts = props.scheduler === "ray" ? [] : [this.lustre.mount(MOUNT_PATH)];
    this.pool = new GpuNodePool(this, "nodes", {
      network,
      fabric: this.fabric,
      instanceType: this.size.instanceType,
      nodes: { min: 0, max: most },
      capacity,
      mounts,
      ...props.pool,
    });
    this.pool.grant(...this.bucket.readWriteStatements());
    this.scheduler = this.schedulerOf(props);
    const budget = monthlyBudget(this.size.usdPerHour);
    this.monitoring = new ClusterMonitoring(this, "monitoring", {
      network,
      pools: [this.pool],
      fileSystems: [this.lustre],
      monthlyBudgetUsd: budget.usd,
      ...props.monitoring,
    });
    this.decisions = [...this.size.decisions, ...(props.monitoring?.monthlyBudgetUsd ? [] : [budget.decision])];
  }

  private schedulerOf(props: TrainingClusterProps): SlurmHeadNode | KubeRayCluster | NodeFleet {
    const { network, pool, lustre } = this;
    switch (props.scheduler ?? "slurm") {
      case "slurm":
        return new SlurmHeadNode(this, "slurm", {
          network,
          partitions: [{ name: "train", pools: [pool], exclusive: true, maxTimeMinutes: MOST_JOB_MINUTES }],
          mounts: [lustre.mount(MOUNT_PATH)],
          ...props.slurm,
        });
      case "ray":
        return new KubeRayCluster(this, "ray", {
          network,
          pools: [pool],
          queues: {
            teams: [{ name: "train", gpus: { [pool.name]: pool.nodes.max * pool.instanceType.acceleratorCount } }],
          },
          fileSystems: [{ storage: lustre, path: MOUNT_PATH }],
          ...props.ray,
        });
      case "fleet":
        return new NodeFleet(this, "fleet", { pool });
    }
  }
}
