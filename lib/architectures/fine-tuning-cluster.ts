import { Construct } from "constructs";
import { type Cloud, type CloudParts, type Kind, type Part, type PropsOf, partsOf } from "../clouds/cloud";
import { placed } from "../clouds/common/placed";
import { type DefaultCloud, defaultCloud } from "../clouds/default-cloud";
import type { Pool } from "../clouds/part-kinds";
import { Problems } from "../errors";
import type { Workload } from "../model/model";
import { optional, type Table } from "../props/field";
import { texts } from "../props/nested-fields";
import { oneOf, whole } from "../props/simple-fields";
import { CLUSTER, lustre, partProps, workload } from "./cluster-fields";
import { networkOf } from "./cluster-place";
import type { ClusterProps } from "./cluster-props";
import { datasetStorage } from "./dataset-storage";
import { defineFineTuningCluster, type FineTuningDefinition, fineTuningSources } from "./define-fine-tuning-cluster";
import { type OwnProps, requireArchitecture } from "./derived-props";
import { monitoredCluster } from "./monitored-cluster";
import { PartsAtOnce } from "./parts-at-once";
import { withMounts } from "./scratch-storage";
import type { Place } from "./sizing/candidate-cluster";
import type { Decision } from "./sizing/decision";
import type { FineTuningWorkloadOptions } from "./workloads";

export interface FineTuningClusterProps<C extends Cloud = DefaultCloud> extends ClusterProps<C> {
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
  readonly lustre?: OwnProps<"lustre", PropsOf<C, "LustreStorage">>;
  /** Existing file system, in place of a new one; not with `lustre`. @default - none */
  readonly existingLustre?: Kind<C, "lustre">;
  /** Props of the head with `scheduler: "slurm"`. @default - one partition `tune` of at most a day a job */
  readonly slurm?: OwnProps<"slurm", PropsOf<C, "SlurmHeadNode">>;
  /** Props of the cluster with `scheduler: "ray"`. @default - a queue for each team */
  readonly ray?: OwnProps<"ray", PropsOf<C, "KubeRayCluster">>;
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
  existingLustre: optional(lustre<NonNullable<FineTuningClusterProps["existingLustre"]>>()),
  slurm: optional(partProps<NonNullable<FineTuningClusterProps["slurm"]>>()),
  ray: optional(partProps<NonNullable<FineTuningClusterProps["ray"]>>()),
} satisfies Table<FineTuningClusterProps>;

const MOST_JOB_MINUTES = 24 * 60;

/** Parts that every one is made of. */
const PARTS = ["Capacity", "CheckpointBucket", "GpuNodePool", "InfiniBandFabric"] as const;

/** Who shares the nodes out. */
const SCHEDULERS = { slurm: "SlurmHeadNode", ray: "KubeRayCluster" } as const;

/** A source of nodes by its kind. */
const sourceOf = (capacity: NonNullable<CloudParts["Capacity"]>, kind: "spot" | "on-demand") =>
  kind === "spot" ? capacity.spot() : capacity.onDemand();

/** Props of the scheduler that is not asked for would do nothing. */
function checkScheduler(
  path: string,
  {
    scheduler = "slurm",
    ...props
  }: { readonly scheduler?: "slurm" | "ray"; readonly slurm?: object; readonly ray?: object },
): void {
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
export class FineTuningCluster<C extends Cloud = DefaultCloud> extends Construct {
  public readonly network: Kind<C, "network">;
  /** Undefined with one node, or on a type without EFA. */
  public readonly fabric?: Part<C, "InfiniBandFabric">;
  public readonly bucket: Kind<C, "bucket">;
  /** Undefined with `datasets: "nvme"`; a `LustreStorage`, unless one was given. */
  public readonly lustre?: Kind<C, "lustre">;
  public readonly pool: Part<C, "GpuNodePool">;
  public readonly scheduler: Part<C, "SlurmHeadNode"> | Part<C, "KubeRayCluster">;
  public readonly monitoring: Part<C, "ClusterMonitoring">;
  /** The workload in the terms of the model, for `DesignReview.of`. */
  public readonly workload: Extract<Workload, { kind: "fine-tuning" }>;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  /** @param cloud whose parts it is made of */
  constructor(
    scope: Construct,
    id: string,
    props: FineTuningClusterProps<C>,
    private readonly cloud: C = defaultCloud as unknown as C,
  ) {
    super(...placed(new.target, scope, id));
    requireArchitecture(this.node.path, FINE_TUNING_CLUSTER, props);
    checkScheduler(this.node.path, props);
    const scheduler = SCHEDULERS[props.scheduler ?? "slurm"];
    const parts = partsOf(cloud, this.node.path, ...PARTS, scheduler);
    const network = networkOf(this, props, cloud);
    const place = { region: network.region, cloud: cloud.facts };
    const of = defineFineTuningCluster(props, place);
    const { workload, design, runsAtOnce: atOnce } = of;
    this.network = network;
    this.workload = workload;
    if (of.onFabric) this.fabric = new parts.InfiniBandFabric(this, "fabric", { network });
    this.bucket = props.bucket ?? new parts.CheckpointBucket(this, "models", { network });
    const { bucket } = this;
    const made = new PartsAtOnce(this);
    const runs = { network, bucket, workload, design, atOnce, cloud };
    const storage = made.make("lustre", props, (own) => datasetStorage(this, own, runs));
    this.lustre = storage.lustre;
    const pool = made.make("pool", props, (own) => this.poolOf(own, of, place), "capacity");
    this.pool = pool;
    cloud.bucketAccess.grantReadWrite(pool, this.bucket);
    this.scheduler =
      props.scheduler === "ray"
        ? made.make("ray", props, (own) => this.ray(own, pool))
        : made.make("slurm", props, (own) => this.slurm(own, pool));
    const lustres = this.lustre ? [this.lustre] : [];
    const observed = { network, pools: [pool], fileSystems: lustres };
    const watched = made.make("monitoring", props, (own) => monitoredCluster(this, own, observed, cloud));
    made.throwIfAny();
    this.monitoring = watched.monitoring;
    const { nodes: chosen, runs: atATime, capacity } = of.decisions;
    this.decisions = [chosen, atATime, storage.decision, capacity, ...watched.decisions];
  }

  /** Where nodes and pods find the file system. */
  private get mountPath(): string {
    return this.cloud.facts.candidate.lustre.mountPath;
  }

  private poolOf(props: FineTuningClusterProps<C>, { design, nodes }: FineTuningDefinition, place: Place) {
    const { Capacity, GpuNodePool } = partsOf(this.cloud, this.node.path, "Capacity", "GpuNodePool");
    // On Kubernetes pods mount, not nodes.
    const mounts = this.lustre && props.scheduler !== "ray" ? [this.lustre.mount(this.mountPath)] : [];
    return new GpuNodePool(this, "nodes", {
      network: this.network,
      fabric: this.fabric,
      instanceType: design.instanceType,
      nodes,
      capacity: props.capacity ?? fineTuningSources(place).map((kind) => sourceOf(Capacity, kind)),
      ...withMounts(props.pool, mounts),
    });
  }

  private slurm(props: FineTuningClusterProps<C>, pool: Pool): Part<C, "SlurmHeadNode"> {
    const { network } = this;
    return new (partsOf(this.cloud, this.node.path, "SlurmHeadNode").SlurmHeadNode)(this, "slurm", {
      network,
      partitions: [{ name: "tune", pools: [pool], maxTimeMinutes: MOST_JOB_MINUTES }],
      accounts: props.teams?.map((name) => ({ name, share: 1 })),
      ...withMounts(props.slurm, this.lustre ? [this.lustre.mount(this.mountPath)] : []),
    });
  }

  private ray(props: FineTuningClusterProps<C>, pool: Pool): Part<C, "KubeRayCluster"> {
    const { network } = this;
    const teams = props.teams ?? ["everyone"];
    const gpus = pool.nodes.max * pool.instanceType.acceleratorCount;
    // What does not divide evenly goes to the first teams; what a team leaves idle the others may borrow.
    const share = (index: number) => Math.floor(gpus / teams.length) + (index < gpus % teams.length ? 1 : 0);
    return new (partsOf(this.cloud, this.node.path, "KubeRayCluster").KubeRayCluster)(this, "ray", {
      network,
      pools: [pool],
      queues: { teams: teams.map((name, index) => ({ name, gpus: { [pool.name]: share(index) } })) },
      fileSystems: this.lustre ? [{ storage: this.lustre, path: this.mountPath }] : [],
      ...props.ray,
    });
  }
}
