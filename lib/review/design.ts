import { findAccelerator } from "../catalog/accelerators";
import { findInstanceType } from "../catalog/instance-types";
import type { ModelArchitecture } from "../catalog/model-architecture";
import { findModelArchitecture } from "../catalog/models";
import type { Accelerator, InstanceType } from "../catalog/types";
import type {
  Cluster,
  DeployedFineTuning,
  DeployedModel,
  Fabric,
  FileSystem,
  NodePool,
  Scheduler,
  Workload,
} from "../model/model";
import type { ModelWork } from "../model/workload";
import { completeOwnership } from "../sizing/cost/ownership-quote";
import { weightsBytes } from "../sizing/memory/model-memory";
import { GIB } from "../units/bytes";
import { nodesAtOnce } from "./block-dates";
import { canonical } from "./canonical";
import { checkWorkload } from "./check-workload";

export type SlurmScheduler = Extract<Scheduler, { kind: "slurm" }>;
export type KubernetesScheduler = Extract<Scheduler, { kind: "kubernetes" }>;
export type FleetScheduler = Extract<Scheduler, { kind: "fleet" }>;

/** A pool with what the catalog knows of its nodes. */
export interface PoolFacts {
  readonly pool: NodePool;
  /** `pools.h100`. */
  readonly path: string;
  /** Null where the catalog has no such type: rules that need it then have nothing to say. */
  readonly type: InstanceType | null;
  readonly accelerator: Accelerator | null;
  readonly gpusPerNode: number;
  /** Most nodes that run at the same time: those of Capacity Blocks in a row count once. */
  readonly nodesAtOnce: number;
  /** Accelerators of the pool at its largest. */
  readonly maxGpus: number;
  readonly fabric: Fabric | null;
}

/** A mount with the pool that has it and the file system behind it. */
export interface MountFacts {
  readonly pool: PoolFacts;
  readonly path: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
  readonly fileSystem: FileSystem | null;
}

/** What rules look at: the cluster in canonical order, its workload, and the catalog's facts beside each part. */
export interface Design {
  readonly cluster: Cluster;
  readonly workload: Workload | null;
  readonly pools: readonly PoolFacts[];
  /** Pools whose nodes have accelerators. */
  readonly gpuPools: readonly PoolFacts[];
  /** GPU pools of two nodes or more whose jobs are known to cross nodes: by the workload, worker groups or a fabric. */
  readonly multiNodePools: readonly PoolFacts[];
  /** The pool that the workload runs on: where it is deployed, else the one with most accelerator throughput; null without. */
  readonly workPool: PoolFacts | null;
  /** The deployed model that the workload's requests go to; null where none of that model is declared. */
  readonly served: DeployedModel | null;
  /** The deployed run that the workload is; null where none is declared. */
  readonly fineTuned: DeployedFineTuning | null;
  readonly mounts: readonly MountFacts[];
  readonly slurm: readonly SlurmScheduler[];
  readonly kubernetes: readonly KubernetesScheduler[];
  readonly fleets: readonly FleetScheduler[];
}

function poolFacts(pool: NodePool, cluster: Cluster): PoolFacts {
  const type = findInstanceType(pool.instanceType) ?? null;
  const gpusPerNode = type?.acceleratorCount ?? 0;
  const atOnce = nodesAtOnce(pool);
  return {
    pool,
    path: `pools.${pool.name}`,
    type,
    accelerator: (type?.accelerator && findAccelerator(type.accelerator)) || null,
    gpusPerNode,
    nodesAtOnce: atOnce,
    maxGpus: gpusPerNode * atOnce,
    fabric: cluster.fabrics.find((f) => f.name === pool.fabric?.name) ?? null,
  };
}

/** The pool with most 16-bit throughput at its largest; of equals the first by name. */
function strongest(pools: readonly PoolFacts[]): PoolFacts | null {
  const power = (p: PoolFacts) => p.maxGpus * (p.accelerator?.tflops.bf16 ?? p.accelerator?.tflops.fp16 ?? 0);
  return pools.reduce<PoolFacts | null>((best, p) => (best === null || power(p) > power(best) ? p : best), null);
}

/** What is declared on the cluster's Kubernetes. */
export function deployments(cluster: Cluster): {
  serving: readonly DeployedModel[];
  runs: readonly DeployedFineTuning[];
} {
  const kubernetes = cluster.schedulers.flatMap((s) => (s.kind === "kubernetes" ? [s] : []));
  return { serving: kubernetes.flatMap((s) => s.serving ?? []), runs: kubernetes.flatMap((s) => s.fineTuning ?? []) };
}

/** Whether two models are one: of the same shape and name, the name of a shape of one's own apart. */
function isSameModel(a: ModelArchitecture, b: ModelArchitecture): boolean {
  if (a.name !== b.name && findModelArchitecture(a.name) && findModelArchitecture(b.name)) return false;
  const keys = ["layers", "hiddenSize", "attentionHeads", "kvHeads", "headDim", "vocabularySize"] as const;
  return keys.every((key) => a[key] === b[key]) && a.experts?.count === b.experts?.count;
}

/** The deployed model of the workload: of several the one with the most replicas. */
function servedModel(cluster: Cluster, workload: Workload | null): DeployedModel | null {
  if (workload?.kind !== "inference") return null;
  const all = deployments(cluster).serving.filter(({ model }) => isSameModel(model, workload.model));
  return all.reduce<DeployedModel | null>((a, b) => (a === null || b.replicas.max > a.replicas.max ? b : a), null);
}

/** The only run that is declared: of several nothing says which one the workload is. */
function fineTunedRun(cluster: Cluster, workload: Workload | null): DeployedFineTuning | null {
  const { runs } = deployments(cluster);
  return workload?.kind === "fine-tuning" && runs.length === 1 ? runs[0]! : null;
}

/** Share of a node's memory that the state of a fine-tuning run may take; activations need the rest. */
const STATE_SHARE = 0.8;

/** Bytes a parameter of full training: 16-bit weights, 32-bit gradients and master weights, Adam's two moments. */
const FULL_STATE_BYTES = 18;

/** Whether a copy of the model, or the state of a fine-tuning run, is more than a node holds, so that jobs must span nodes. */
function outgrowsNode(workload: Exclude<ModelWork, { kind: "training" }>, p: PoolFacts): boolean {
  const memoryBytes = p.gpusPerNode * (p.accelerator?.memoryGiB ?? 0) * GIB;
  const { model } = workload;
  if (workload.kind === "inference") return weightsBytes(model, workload.precision) > memoryBytes;
  const kept = {
    full: () => (FULL_STATE_BYTES / 2) * weightsBytes(model, "bf16"),
    lora: () => weightsBytes(model, "bf16"),
    qlora: () => weightsBytes(model, "nf4-double-quantized"),
  };
  return kept[workload.method]() > STATE_SHARE * memoryBytes;
}

function crossesNodes(p: PoolFacts, cluster: Cluster, workload: Workload | null, isWorkPool: boolean): boolean {
  if (p.pool.nodes.max < 2) return false;
  const groups = cluster.schedulers.flatMap((s) => (s.kind === "kubernetes" ? s.workerGroups : []));
  const onPool = groups.filter((g) => g.pool === p.pool.name && g.hosts > 1);
  // people may submit work of one node each to a cluster: a fabric says that they do not
  if (onPool.some((g) => g.independent !== true || p.pool.fabric !== null)) return true;
  if (workload === null || !isWorkPool) return p.pool.fabric !== null;
  if (workload.kind === "batch") return workload.gpusPerTask > p.gpusPerNode;
  if (workload.kind === "training") return true;
  // Fine-tuning that fits a node stays on one unless the pool is made for more.
  return outgrowsNode(workload, p) || (workload.kind === "fine-tuning" && p.pool.fabric !== null);
}

/** As many nodes as a fleet runs: of a fixed size those alone, whatever its pool allows; of size 0 those that it may be set to. */
function nodesOfFleet({ size, scaling }: FleetScheduler, { min, max }: NodePool["nodes"]): NodePool["nodes"] {
  const started = size ?? (scaling === "fixed" && min === 0 ? max : min);
  return { min: started, max: scaling === "fixed" && started > 0 ? started : max };
}

/** Pools with as many nodes as those that start them ever run. */
function withFleetSizes(cluster: Cluster): Cluster {
  const fleets = cluster.schedulers.filter((s) => s.kind === "fleet");
  const pools = cluster.pools.map((pool) => {
    const fleet = fleets.find((one) => one.pool === pool.name);
    return fleet === undefined ? pool : { ...pool, nodes: nodesOfFleet(fleet, pool.nodes) };
  });
  return { ...cluster, pools };
}

/**
 * Puts a cluster in canonical order and the catalog's facts beside it.
 * @throws WarpformError for a workload or a quote whose numbers make no sense
 */
export function designOf(given: Cluster, workload: Workload | null = given.workload): Design {
  if (workload !== null) checkWorkload(workload);
  if (given.ownership !== undefined) completeOwnership(given.ownership);
  const cluster = canonical(withFleetSizes(given));
  const pools = cluster.pools.map((pool) => poolFacts(pool, cluster));
  const gpuPools = pools.filter((p) => p.gpusPerNode > 0);
  const served = servedModel(cluster, workload);
  const fineTuned = fineTunedRun(cluster, workload);
  const deployedOn = gpuPools.find(({ pool }) => pool.name === (served ?? fineTuned)?.pool);
  const workPool = deployedOn ?? strongest(gpuPools);
  const ofKind = <K extends Scheduler["kind"]>(kind: K) =>
    cluster.schedulers.filter((s): s is Extract<Scheduler, { kind: K }> => s.kind === kind);
  return {
    cluster,
    workload,
    pools,
    gpuPools,
    multiNodePools: gpuPools.filter((p) => crossesNodes(p, cluster, workload, p === workPool)),
    workPool,
    served,
    fineTuned,
    mounts: pools.flatMap((pool) =>
      pool.pool.mounts.map((m) => ({
        pool,
        path: `${pool.path}.mounts.${m.path}`,
        mountPath: m.path,
        readOnly: m.readOnly,
        fileSystem: cluster.fileSystems.find((f) => f.name === m.fileSystem) ?? null,
      })),
    ),
    slurm: ofKind("slurm"),
    kubernetes: ofKind("kubernetes"),
    fleets: ofKind("fleet"),
  };
}
