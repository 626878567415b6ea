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
import { SlurmHeadNode } from "../aws/slurm-head-node";
import type { SlurmHeadNodeProps } from "../aws/slurm-head-node-props";
import { instanceType } from "../catalog/instance-types";
import type { Workload } from "../model/model";
import { type ClusterPlace, networkOf } from "./cluster-place";
import { type Decision, given } from "./decision";
import { monthlyBudget } from "./monthly-budget";
import { purchaseOf } from "./purchase-of";
import { sizeMachines } from "./size-machines";
import { type FineTuningWorkloadOptions, fineTuningWorkload } from "./workloads";

export interface FineTuningClusterProps extends ClusterPlace {
  /** One run of the kind that is usual here; instance type and nodes of a run follow from it. */
  readonly workload: FineTuningWorkloadOptions;
  /** Runs at once, which the nodes are multiplied by. Whole number, at least 1. @default 1 */
  readonly runsAtOnce?: number;
  /** @default - the cheapest type that meets the deadline */
  readonly instanceType?: string;
  /** Nodes of one run. @default - the fewest that make the run cheapest and meet the deadline */
  readonly nodesPerRun?: number;
  /** Where nodes come from. @default - spot, and on-demand where there is none */
  readonly capacity?: readonly Capacity[];
  /** Who shares the nodes out. @default slurm */
  readonly scheduler?: "slurm" | "ray";
  /** Teams that share the GPUs evenly, by queue (Ray) or account (Slurm). @default - none: first come, first served */
  readonly teams?: readonly string[];
  /** Bucket of datasets, checkpoints and adapters. @default - one is made */
  readonly bucket?: IBucket;
  /** Props of the pool beside those that are derived. @default - none */
  readonly pool?: Partial<GpuNodePoolProps>;
  /** Props of the head with `scheduler: "slurm"`. @default - one partition `tune` of at most a day a job */
  readonly slurm?: Partial<SlurmHeadNodeProps>;
  /** Props of the cluster with `scheduler: "ray"`. @default - a queue for each team */
  readonly ray?: Partial<KubeRayClusterProps>;
  /** Props of the monitoring. @default - a budget of what the nodes cost a month and a tenth */
  readonly monitoring?: Partial<ClusterMonitoringProps>;
}

const MOST_JOB_MINUTES = 24 * 60;

/**
 * A cluster for LoRA, QLoRA and small full fine-tuning: spot nodes with on-demand behind them, datasets on their NVMe
 * arrays, a bucket for checkpoints and adapters, queues for teams, monitoring. Nodes come when there is work.
 *
 * @throws WarpformError where no design fits the workload, and wherever the parts throw
 */
export class FineTuningCluster extends Construct {
  public readonly network: IClusterNetwork;
  /** Undefined with one node, or on a type without EFA. */
  public readonly fabric?: InfiniBandFabric;
  public readonly bucket: IBucket;
  public readonly pool: GpuNodePool;
  public readonly scheduler: SlurmHeadNode | KubeRayCluster;
  public readonly monitoring: ClusterMonitoring;
  /** The workload in the terms of the model, for `DesignReview.of`. */
  public readonly workload: Extract<Workload, { kind: "fine-tuning" }>;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  constructor(scope: Construct, id: string, props: FineTuningClusterProps) {
    super(scope, id);
    this.network = networkOf(this, props);
    this.workload = fineTuningWorkload(props.workload);
    const { network } = this;
    const capacity = props.capacity ?? [Capacity.spot(), Capacity.onDemand()];
    const { design, decision } = sizeMachines(this.workload, {
      region: network.region,
      purchase: purchaseOf(capacity),
      instanceType: props.instanceType,
      nodes: props.nodesPerRun,
    });
    const runs = props.runsAtOnce ?? 1;
    const crosses = design.nodes * runs > 1 && instanceType(design.instanceType).maxEfaInterfaces > 0;
    if (crosses) this.fabric = new InfiniBandFabric(this, "fabric", { network });
    this.bucket = props.bucket ?? new CheckpointBucket(this, "models", { network });
    this.pool = new GpuNodePool(this, "nodes", {
      network,
      fabric: this.fabric,
      instanceType: design.instanceType,
      nodes: { min: 0, max: design.nodes * runs },
      capacity,
      ...props.pool,
    });
    this.pool.grant(...this.bucket.readWriteStatements());
    this.scheduler = props.scheduler === "ray" ? this.ray(props) : this.slurm(props);
    const budget = monthlyBudget(design.usdPerHour * runs);
    this.monitoring = new ClusterMonitoring(this, "monitoring", {
      network,
      pools: [this.pool],
      monthlyBudgetUsd: budget.usd,
      ...props.monitoring,
    });
    this.decisions = [
      decision,
      given(`${runs} runs at once`),
      props.capacity === undefined
        ? {
            choice: "spot, then on-demand",
            why: "a short run that checkpoints loses little when spot is taken back; it waits for no market",
          }
        : given(capacity.map(({ kind }) => kind).join(", then ")),
      ...(props.monitoring?.monthlyBudgetUsd ? [] : [budget.decision]),
    ];
  }

  private slurm(props: FineTuningClusterProps): SlurmHeadNode {
    const { network, pool } = this;
    return new SlurmHeadNode(this, "slurm", {
      network,
      partitions: [{ name: "tune", pools: [pool], maxTimeMinutes: MOST_JOB_MINUTES }],
      accounts: props.teams?.map((name) => ({ name, share: 1 })),
      ...props.slurm,
    });
  }

  private ray(props: FineTuningClusterProps): KubeRayCluster {
    const { network, pool } = this;
    const teams = props.teams ?? ["everyone"];
    const gpus = pool.nodes.max * pool.instanceType.acceleratorCount;
    // What does not divide evenly goes to the first teams; what a team leaves idle the others may borrow.
    const share = (index: number) => Math.floor(gpus / teams.length) + (index < gpus % teams.length ? 1 : 0);
    return new KubeRayCluster(this, "ray", {
      network,
      pools: [pool],
      queues: { teams: teams.map((name, index) => ({ name, gpus: { [pool.name]: share(index) } })) },
      ...props.ray,
    });
  }
}
