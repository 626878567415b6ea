import { Construct } from "constructs";
import { NodeFleet } from "../clouds/aws/fleet/node-fleet";
import type { ClusterMonitoring } from "../clouds/aws/monitoring/cluster-monitoring";
import type { IClusterNetwork } from "../clouds/aws/network/i-cluster-network";
import { Capacity } from "../clouds/aws/pools/capacity";
import { GpuNodePool } from "../clouds/aws/pools/gpu-node-pool";
import { CheckpointBucket } from "../clouds/aws/storage/buckets/checkpoint-bucket";
import type { IBucket } from "../clouds/aws/storage/buckets/i-bucket";
import { requireProps } from "../clouds/common/check-props";
import type { Workload } from "../model/model";
import type { Table } from "../props/field";
import { CLUSTER, workload } from "./cluster-fields";
import { networkOf } from "./cluster-place";
import type { ClusterProps } from "./cluster-props";
import type { Decision } from "./decision";
import { checkDerivedProps } from "./derived-props";
import { purchaseOf } from "./purchase-of";
import { sizeMachines } from "./size-machines";
import { watchedCluster } from "./watched-cluster";
import { type FineTuningWorkloadOptions, fineTuningWorkload } from "./workloads";

export interface SingleNodeProps extends ClusterProps {
  /** What the machine trains; its type follows. */
  readonly workload: FineTuningWorkloadOptions;
}

/** What it takes; values that follow from the workload are checked where they do. */
const SINGLE_NODE = {
  ...CLUSTER,
  workload: workload<FineTuningWorkloadOptions>(),
} satisfies Table<SingleNodeProps>;

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
    requireProps(this.node.path, SINGLE_NODE, props);
    checkDerivedProps(this.node.path, props);
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
    const watched = watchedCluster(this, props, { network, pools: [this.pool] });
    this.monitoring = watched.monitoring;
    this.decisions = [decision, ...watched.decisions];
  }
}
