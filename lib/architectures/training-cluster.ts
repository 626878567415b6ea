import { Construct } from "constructs";
import { type Cloud, type Kind, type Part, type PropsOf, partsOf } from "../clouds/cloud";
import { placed } from "../clouds/common/placed";
import { type DefaultCloud, defaultCloud } from "../clouds/default-cloud";
import type { Pool } from "../clouds/part-kinds";
import type { Workload } from "../model/model";
import { optional, type Table } from "../props/field";
import { oneOf, whole } from "../props/simple-fields";
import { CLUSTER, lustre, partProps, workload } from "./cluster-fields";
import { networkOf } from "./cluster-place";
import type { ClusterProps } from "./cluster-props";
import { defineTrainingCluster, type TrainingDefinition } from "./define-training-cluster";
import { type OwnProps, requireArchitecture } from "./derived-props";
import { monitoredCluster } from "./monitored-cluster";
import { PartsAtOnce } from "./parts-at-once";
import { scratchOf, withMounts } from "./scratch-storage";
import type { Decision } from "./sizing/decision";
import type { TrainingSize } from "./sizing/size-training";
import type { TrainingWorkloadOptions } from "./workloads";

export interface TrainingClusterProps<C extends Cloud = DefaultCloud> extends ClusterProps<C> {
  /** The run; instance type, nodes, storage and checkpoints follow from it. */
  readonly workload: TrainingWorkloadOptions;
  /** Nodes that the run uses. @default - the fewest that make the run cheapest and meet the deadline */
  readonly nodes?: number;
  /** Nodes kept for failures. @default - so that no repair holds the run up 95 % of the time */
  readonly spareNodes?: number;
  /** Who starts the nodes and the jobs. @default slurm */
  readonly scheduler?: "slurm" | "ray" | "fleet";
  /** Props of the file system, in addition to those that are derived. @default - capacity and throughput for the run */
  readonly lustre?: OwnProps<"lustre", PropsOf<C, "LustreStorage">>;
  /** Existing file system, in place of a new one; not with `lustre`. @default - one is made */
  readonly existingLustre?: Kind<C, "lustre">;
  /** Props of the head with `scheduler: "slurm"`. @default - one exclusive partition `train` of at most 7 days a job */
  readonly slurm?: OwnProps<"slurm", PropsOf<C, "SlurmHeadNode">>;
  /** Props of the cluster with `scheduler: "ray"`. @default - one queue of all GPUs, the file system at /fsx */
  readonly ray?: OwnProps<"ray", PropsOf<C, "KubeRayCluster">>;
}

/** What it takes; values that follow from the workload are checked where they do. */
const TRAINING_CLUSTER = {
  ...CLUSTER,
  workload: workload<TrainingWorkloadOptions>(),
  nodes: optional(whole({ min: 1 })),
  spareNodes: optional(whole({ min: 0 })),
  scheduler: optional(oneOf(["slurm", "ray", "fleet"]), "slurm"),
  lustre: optional(partProps<NonNullable<TrainingClusterProps["lustre"]>>()),
  existingLustre: optional(lustre<NonNullable<TrainingClusterProps["existingLustre"]>>()),
  slurm: optional(partProps<NonNullable<TrainingClusterProps["slurm"]>>()),
  ray: optional(partProps<NonNullable<TrainingClusterProps["ray"]>>()),
} satisfies Table<TrainingClusterProps>;

const MOST_JOB_MINUTES = 7 * 24 * 60;

/** Parts that every one is made of. */
const PARTS = ["Capacity", "CheckpointBucket", "GpuNodePool", "InfiniBandFabric", "LustreStorage"] as const;

/** What starts the nodes. */
const SCHEDULERS = { slurm: "SlurmHeadNode", ray: "KubeRayCluster", fleet: "NodeFleet" } as const;

/**
 * A cluster for a pre-training run: nodes on one fabric, Lustre in front of a bucket, checkpoints, a scheduler, monitoring.
 * Give the run alone and the rest follows; give parts by hand and what is left follows from them.
 *
 * @throws WarpformError where no design fits the run, and wherever the parts throw
 */
export class TrainingCluster<C extends Cloud = DefaultCloud> extends Construct {
  public readonly network: Kind<C, "network">;
  /** Undefined with one node, which talks to nobody. */
  public readonly fabric?: Part<C, "InfiniBandFabric">;
  public readonly bucket: Kind<C, "bucket">;
  /** A `LustreStorage`, unless one was given. */
  public readonly lustre: Kind<C, "lustre">;
  public readonly pool: Part<C, "GpuNodePool">;
  public readonly scheduler: Part<C, "SlurmHeadNode"> | Part<C, "KubeRayCluster"> | Part<C, "NodeFleet">;
  public readonly monitoring: Part<C, "ClusterMonitoring">;
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
    props: TrainingClusterProps<C>,
    private readonly cloud: C = defaultCloud as unknown as C,
  ) {
    super(...placed(new.target, scope, id));
    requireArchitecture(this.node.path, TRAINING_CLUSTER, props);
    const scheduler = SCHEDULERS[props.scheduler ?? "slurm"];
    const { CheckpointBucket, InfiniBandFabric } = partsOf(cloud, this.node.path, ...PARTS, scheduler);
    const network = networkOf(this, props, cloud);
    const parts = new PartsAtOnce(this);
    const place = { region: network.region, cloud: cloud.facts };
    const of = defineTrainingCluster(props, place);
    const { size } = of;
    if (of.onFabric) this.fabric = new InfiniBandFabric(this, "fabric", { network });
    this.network = network;
    this.workload = of.workload;
    this.size = size;
    this.bucket = props.bucket ?? new CheckpointBucket(this, "checkpoints", { network });
    const { bucket } = this;
    this.lustre = parts.make("lustre", props, (own) => {
      const choice = (own === props ? of : defineTrainingCluster(own, place)).size.lustre;
      return scratchOf(this, own, { network, bucket, choice, cloud });
    });
    const pool = parts.make("pool", props, (own) => this.poolOf(own, of), "capacity");
    this.pool = pool;
    cloud.bucketAccess.grantReadWrite(pool, this.bucket);
    this.scheduler = parts.make(props.scheduler === "ray" ? "ray" : "slurm", props, (own) =>
      this.schedulerOf(own, pool),
    );
    const observed = { network, pools: [pool], fileSystems: [this.lustre] };
    const watched = parts.make("monitoring", props, (own) => monitoredCluster(this, own, observed, cloud));
    parts.throwIfAny();
    this.monitoring = watched.monitoring;
    this.decisions = [...size.decisions, ...watched.decisions];
  }

  /** Where nodes and pods find the file system. */
  private get mountPath(): string {
    return this.cloud.facts.candidate.lustre.mountPath;
  }

  private poolOf(props: TrainingClusterProps<C>, { nodes, size }: TrainingDefinition) {
    const { Capacity, GpuNodePool } = partsOf(this.cloud, this.node.path, "Capacity", "GpuNodePool");
    // On Kubernetes pods mount, not nodes.
    const mounts = props.scheduler === "ray" ? [] : [this.lustre.mount(this.mountPath)];
    return new GpuNodePool(this, "nodes", {
      network: this.network,
      fabric: this.fabric,
      instanceType: size.instanceType,
      nodes,
      capacity: props.capacity ?? [Capacity.onDemand()],
      ...withMounts(props.pool, mounts),
    });
  }

  private schedulerOf(props: TrainingClusterProps<C>, pool: Pool): TrainingCluster<C>["scheduler"] {
    const { network, lustre } = this;
    switch (props.scheduler ?? "slurm") {
      case "slurm":
        return new (partsOf(this.cloud, this.node.path, "SlurmHeadNode").SlurmHeadNode)(this, "slurm", {
          network,
          partitions: [{ name: "train", pools: [pool], exclusive: true, maxTimeMinutes: MOST_JOB_MINUTES }],
          ...withMounts(props.slurm, [lustre.mount(this.mountPath)]),
        });
      case "ray":
        return new (partsOf(this.cloud, this.node.path, "KubeRayCluster").KubeRayCluster)(this, "ray", {
          network,
          pools: [pool],
          queues: {
            teams: [{ name: "train", gpus: { [pool.name]: pool.nodes.max * pool.instanceType.acceleratorCount } }],
          },
          fileSystems: [{ storage: lustre, path: this.mountPath }],
          ...props.ray,
        });
      case "fleet":
        return new (partsOf(this.cloud, this.node.path, "NodeFleet").NodeFleet)(this, "fleet", { pool });
    }
  }
}
