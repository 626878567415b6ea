import { Construct } from "constructs";
import { Capacity } from "../aws/capacity";
import { CheckpointBucket } from "../aws/checkpoint-bucket";
import { ClusterMonitoring } from "../aws/cluster-monitoring";
import type { ClusterMonitoringProps } from "../aws/cluster-monitoring-props";
import { GpuNodePool } from "../aws/gpu-node-pool";
import type { GpuNodePoolProps } from "../aws/gpu-node-pool-props";
import type { IBucket } from "../aws/i-bucket";
import type { IClusterNetwork } from "../aws/i-cluster-network";
import { NodeFleet } from "../aws/node-fleet";
import type { Workload } from "../model/model";
import { type ClusterPlace, networkOf } from "./cluster-place";
import type { Decision } from "./decision";
import { monthlyBudget } from "./monthly-budget";
import { purchaseOf } from "./purchase-of";
import { sizeMachines } from "./size-machines";
import { type FineTuningWorkloadOptions, fineTuningWorkload } from "./workloads";

export interface SingleNodeProps extends ClusterPlace {
  /** What the machine trains; its type follows. */
  readonly workload: FineTuningWorkloadOptions;
  /** @default - the cheapest type that meets the deadline alone */
  readonly instanceType?: string;
  /** Where the machine comes from; the first source's price decides the sizing. @default - on-demand */
  readonly capacity?: readonly Capacity[];
  /** Bucket of datasets and checkpoints. @default - one is made */
  readonly bucket?: IBucket;
  /** Props of the pool beside those that are derived. @default - none */
  readonly pool?: Partial<GpuNodePoolProps>;
  /** Props of the monitoring. @default - a budget of what the machine costs a month and a tenth */
  readonly monitoring?: Partial<ClusterMonitoringProps>;
}

/**
 * One machine with GPUs: its NVMe array for data, a bucket for what must outlive it, replaced when it fails, watched, and
 * reached by Session Manager. No fabric: there is nobody to talk to.
 *
 * @throws WarpformError where no machine alone fits the workload, and wherever the parts throw
 */
export class SingleNode extends Construct {
  public readonly network: IClusterNetwork;
  public readonly bucket: IBucket;
  public readonly pool: GpuNodePool;
  public readonly fleet: NodeFleet;
  public readonly monitoring: ClusterMonitoring;
  /** The workload in the terms of the model, for `DesignReview.of`. */
  public readonly workload: Extract<Workload, { kind: "fine-tuning" }>;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  constructor(scope: Construct, id: string, props: SingleNodeProps) {
    super(scope, id);
    this.network = networkOf(this, props);
    this.workload = fineTuningWorkload(props.workload);
    const { network } = this;
    const capacity = props.capacity ?? [Capacity.onDemand()];
    const { design, decision } = sizeMachines(this.workload, {
      region: network.region,
      purchase: purchaseOf(capacity),
      instanceType: props.instanceType,
      nodes: 1,
    });
    this.bucket = props.bucket ?? new CheckpointBucket(this, "checkpoints", { network });
    this.pool = new GpuNodePool(this, "node", {
      network,
      instanceType: design.instanceType,
      nodes: { min: 0, max: 1 },
      capacity,
      ...props.pool,
    });
    this.pool.grant(...this.bucket.readWriteStatements());
    this.fleet = new NodeFleet(this, "fleet", { pool: this.pool, size: 1 });
    const budget = monthlyBudget(design.usdPerHour);
    this.monitoring = new ClusterMonitoring(this, "monitoring", {
      network,
      pools: [this.pool],
      monthlyBudgetUsd: budget.usd,
      ...props.monitoring,
    });
    this.decisions = [decision, ...(props.monitoring?.monthlyBudgetUsd ? [] : [budget.decision])];
  }
}
