import { Construct } from "constructs";
import { type Cloud, type Kind, type Part, partsOf } from "../clouds/cloud";
import { placed } from "../clouds/common/placed";
import { type DefaultCloud, defaultCloud } from "../clouds/default-cloud";
import type { Workload } from "../model/model";
import type { Table } from "../props/field";
import { CLUSTER, workload } from "./cluster-fields";
import { networkOf } from "./cluster-place";
import type { ClusterProps } from "./cluster-props";
import { defineSingleNode } from "./define-single-node";
import { requireArchitecture } from "./derived-props";
import { monitoredCluster } from "./monitored-cluster";
import { PartsAtOnce } from "./parts-at-once";
import type { Decision } from "./sizing/decision";
import type { FineTuningWorkloadOptions } from "./workloads";

export interface SingleNodeProps<C extends Cloud = DefaultCloud> extends ClusterProps<C> {
  /** What the node trains; its type follows. */
  readonly workload: FineTuningWorkloadOptions;
}

/** What it takes; values that follow from the workload are checked where they do. */
const SINGLE_NODE = {
  ...CLUSTER,
  workload: workload<FineTuningWorkloadOptions>(),
} satisfies Table<SingleNodeProps>;

/**
 * One node with GPUs: its NVMe array for data, a bucket for what must outlive it, replaced when it fails, watched, and
 * reached by Session Manager. No fabric: there is nobody to talk to.
 *
 * @throws WarpformError where no node alone fits the workload, and wherever the parts throw
 */
export class SingleNode<C extends Cloud = DefaultCloud> extends Construct {
  public readonly network: Kind<C, "network">;
  public readonly bucket: Kind<C, "bucket">;
  public readonly pool: Part<C, "GpuNodePool">;
  public readonly fleet: Part<C, "NodeFleet">;
  public readonly monitoring: Part<C, "ClusterMonitoring">;
  /** The workload in the terms of the model, for `DesignReview.of`. */
  public readonly workload: Extract<Workload, { kind: "fine-tuning" }>;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  /** @param cloud whose parts it is made of */
  constructor(scope: Construct, id: string, props: SingleNodeProps<C>, cloud: C = defaultCloud as unknown as C) {
    super(...placed(new.target, scope, id));
    requireArchitecture(this.node.path, SINGLE_NODE, props);
    const { Capacity, CheckpointBucket, GpuNodePool, NodeFleet } = partsOf(
      cloud,
      this.node.path,
      "Capacity",
      "CheckpointBucket",
      "GpuNodePool",
      "NodeFleet",
    );
    const network = networkOf(this, props, cloud);
    const { workload, design, decision } = defineSingleNode(props, { region: network.region, cloud: cloud.facts });
    this.network = network;
    this.workload = workload;
    this.bucket = props.bucket ?? new CheckpointBucket(this, "checkpoints", { network });
    const parts = new PartsAtOnce(this);
    const given = { network, instanceType: design.instanceType, nodes: { min: 0, max: 1 } };
    const poolOf = ({ capacity = [Capacity.onDemand()], pool: own }: typeof props) =>
      new GpuNodePool(this, "node", { ...given, capacity, ...own });
    const pool = parts.make("pool", props, poolOf, "capacity");
    this.pool = pool;
    cloud.bucketAccess.grantReadWrite(pool, this.bucket);
    this.fleet = new NodeFleet(this, "fleet", { pool, size: 1 });
    const observed = { network, pools: [pool] };
    const watched = parts.make("monitoring", props, (own) => monitoredCluster(this, own, observed, cloud));
    parts.throwIfAny();
    this.monitoring = watched.monitoring;
    this.decisions = [decision, ...watched.decisions];
  }
}
