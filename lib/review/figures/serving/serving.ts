import { type DeviceName, deviceName } from "../../../catalog/accelerators";
import type { Range } from "../../../sizing/inputs/range";
import { gpuShare } from "../../../sizing/memory/gpu-share";
import type { FitVerdict } from "../../../sizing/memory/memory-fit";
import { weightsBytes } from "../../../sizing/memory/model-memory";
import { coldStart } from "../../../sizing/serving/cold-start";
import { measuredRate, s3Rate, streamedRate } from "../../../sizing/storage/storage-rate";
import { counted } from "../../../units/quantity";
import type { Design, PoolFacts } from "../../design";
import { kubernetesOf } from "../kubernetes-of";
import { standingGpuNodes } from "../node-sources";
import { ipGbps, storeOf } from "../store";
import type { Part } from "../training";
import { bestReplica, deployedReplica, type Inference, type ReplicaChoice, replicasOn } from "./replica-choice";

/** A container with an inference engine and CUDA: vLLM's image is about 10 GB compressed. */
const ENGINE_IMAGE_BYTES = 10e9;
/** What a registry in the region gives one node, bytes/s: layers come from S3 at some hundred MB/s. */
const REGISTRY_BYTES_PER_SECOND = 300e6;
const HOST_LINK_GBPS = 32;

/** The replica that the library would choose where another is declared. */
export interface ServingAlternative {
  readonly gpusPerReplica: number;
  readonly replicasNeeded: Range;
}

/** A service as its manifest deploys it; where none is declared, with the replica size that needs the fewest GPUs. */
export interface ServingFigures {
  readonly pool: string;
  /** What its accelerators are called. */
  readonly device: DeviceName;
  /** Name of the served model that the figures are of; null where none is declared and the size is the library's choice. */
  readonly deployed: string | null;
  /** The library's own choice beside the declared one; null where none is declared, or it is the same. */
  readonly alternative: ServingAlternative | null;
  /** Whether the weights and at least one request fit a node. */
  readonly fits: boolean;
  /** The same over the range by which published engines take more or less memory; borderline where they would differ. */
  readonly memoryFit: FitVerdict;
  /** Memory left for the cache over the replica, with that range. */
  readonly kvCacheBytes: Range;
  /** GPUs of a replica: its tensor parallelism; the whole node where nothing fits. 1 where it has a part of one. */
  readonly gpusPerReplica: number;
  /** Part of a GPU that a replica has: a MIG profile, or `1/4`; null where it has whole ones. */
  readonly gpuShare: string | null;
  readonly memoryLimitBytes: number;
  readonly memoryParts: readonly Part[];
  /** Requests that one replica holds at once. */
  readonly concurrencyPerReplica: number;
  /** Null when no number of replicas meets the objectives; `why` says it. */
  readonly replicasNeeded: Range | null;
  readonly why: string | null;
  /** The objective that no number of replicas meets; null where all are met, or nothing fits. */
  readonly unmetObjective: "timePerOutputTokenSeconds" | "timeToFirstTokenSeconds" | null;
  /** By how much a single request alone exceeds it; null likewise. */
  readonly excess: string | null;
  /** Replicas that the pool's nodes hold, whatever is declared. */
  readonly replicasHeld: number;
  /** Replicas that are started at most: those that the nodes hold, and no more than declared. */
  readonly replicasAtMost: number;
  readonly replicasAtLeast: number;
  readonly timeToFirstTokenSeconds: number | null;
  readonly timePerOutputTokenSeconds: number | null;
  /** Both at the fast and slow end of the rates; infinite where the queue would never empty. */
  readonly timeToFirstTokenRange: Range | null;
  readonly timePerOutputTokenRange: Range | null;
  readonly tokensPerSecondPerReplica: Range | null;
  /** Nodes that run at the stated load: those that it needs, and no fewer than always run; null where no number will do. */
  readonly nodesAtLoad: number | null;
  /**
   * US dollars per million answered tokens at the stated load, with the nodes that it keeps running; null without a price, and where
   * it needs more replicas than may start.
   */
  readonly usdPerMillionTokensAtLoad: number | null;
  /** The same with every replica that may start at full load, and the nodes that they take; null without a price or a rate. */
  readonly usdPerMillionTokensAtFullLoad: Range | null;
  /** Share of the pool's places taken at the peak with every node up. */
  readonly utilizationAtMost: number | null;
  /** From the decision to start a node to its first token; null where the store's rate is unknown. */
  readonly coldStartSeconds: Range | null;
  readonly adapterBytes: number;
  /** Why the range of a figure says little; null where it would have held nine in ten of those published. */
  readonly openRanges: ReplicaChoice["openRanges"];
}

/** Where a replica's weights come from, and how. */
function weightsSource(design: Design, p: PoolFacts) {
  const loading = design.served?.weights;
  if (loading === undefined) {
    const store = storeOf(design, p, "datasets");
    return store && { store: store.rate, nodeGbps: store.nodeGbps };
  }
  const gbps = ipGbps(p);
  if (gbps <= 0) return null;
  if (loading === "stream") return { store: streamedRate(gbps), nodeGbps: gbps };
  return { store: s3Rate(Math.max(1, p.nodesAtOnce), gbps), nodeGbps: gbps, copiedFirst: true };
}

function start(design: Design, p: PoolFacts, workload: Inference, gpus: number): Range | null {
  const { served } = design;
  const source = weightsSource(design, p);
  if (source === null) return null;
  const joins = kubernetesOf(design, p.pool);
  return coldStart({
    weightsBytes: weightsBytes(workload.model, workload.precision),
    ...source,
    imageBytes: ENGINE_IMAGE_BYTES,
    // two fifths of Ray's image are one layer, which is unpacked by one core in any case
    parallelPull: served?.engine !== "ray" && joins?.parallelImagePull === true,
    imageStore: measuredRate(REGISTRY_BYTES_PER_SECOND, REGISTRY_BYTES_PER_SECOND, 0.5),
    bootSeconds: p.pool.bootSeconds + (joins?.nodeCheckSeconds?.[p.pool.name] ?? 0),
    accelerators: gpus,
    hostLinkGBps: HOST_LINK_GBPS,
  }).totalSeconds;
}

/** The library's own choice beside a declared replica: what would need the fewest GPUs. */
function alternativeTo(declared: ReplicaChoice, own: ReplicaChoice | null): ServingAlternative | null {
  if (own === null || !own.answer.feasible || own.gpus === declared.gpus) return null;
  return { gpusPerReplica: own.gpus, replicasNeeded: own.answer.replicas };
}

function nodesAtLoad(p: PoolFacts, replicas: number, perNode: number): number {
  return Math.min(p.nodesAtOnce, Math.max(standingGpuNodes(p), Math.ceil(replicas / Math.max(1, perNode))));
}

/** Sizes the service as it is deployed, else as the library would; null without an inference workload or a known accelerator. */
export function servingFigures(design: Design): ServingFigures | null {
  const { workload, workPool: p, served } = design;
  if (workload === null || workload.kind !== "inference" || p === null || p.accelerator === null) return null;
  const share = gpuShare(p.accelerator, p.pool.sharing);
  if (share === undefined) return null;
  const own = bestReplica(workload, p, share);
  const choice = served === null ? own : deployedReplica(workload, share, served);
  if (choice === null) return null;
  const { gpus, rate, answer } = choice;
  const held = (nodes: number) => replicasOn(nodes, p, share, gpus);
  const atMost = Math.min(held(p.nodesAtOnce), served?.replicas.max ?? Number.POSITIVE_INFINITY);
  const memory = gpus * share.accelerator.memoryGiB * 1024 ** 3;
  const adapters = choice.adapterBytes;
  const kv = Math.max(0, rate.kvCacheBytes);
  const met = answer.feasible ? answer : null;
  return {
    pool: p.pool.name,
    device: deviceName(p.accelerator),
    deployed: served?.name ?? null,
    alternative: served === null ? null : alternativeTo(choice, own),
    fits: rate.maxConcurrency > 0,
    memoryFit: rate.fit,
    kvCacheBytes: rate.kvCacheRange,
    gpusPerReplica: gpus,
    gpuShare: share.name,
    memoryLimitBytes: memory,
    memoryParts: [
      { name: "weights", value: rate.weightsBytes },
      { name: "KV cache", value: kv },
      { name: "adapters", value: adapters },
      { name: "engine", value: Math.max(0, memory - rate.weightsBytes - kv - adapters) },
    ].filter((part) => part.value > 0),
    concurrencyPerReplica: met?.concurrency ?? rate.maxConcurrency,
    replicasNeeded: met?.replicas ?? null,
    why: answer.feasible ? null : answer.why,
    unmetObjective: answer.feasible || answer.unmet === "memory" ? null : answer.unmet,
    excess: answer.feasible || answer.unmet === "memory" ? null : answer.excess,
    replicasHeld: held(p.nodesAtOnce),
    replicasAtMost: atMost,
    replicasAtLeast: served?.replicas.min ?? held(p.pool.nodes.min),
    timeToFirstTokenSeconds: met?.timeToFirstTokenSeconds ?? null,
    timePerOutputTokenSeconds: met?.timePerOutputTokenSeconds ?? null,
    timeToFirstTokenRange: met?.timeToFirstTokenRange ?? null,
    timePerOutputTokenRange: met?.timePerOutputTokenRange ?? null,
    tokensPerSecondPerReplica: met ? rate.tokensPerSecond(met.concurrency) : null,
    nodesAtLoad: met && nodesAtLoad(p, met.replicas.expected, held(1)),
    usdPerMillionTokensAtLoad: null,
    usdPerMillionTokensAtFullLoad: null,
    utilizationAtMost: met && atMost > 0 ? (met.utilization * met.replicas.expected) / atMost : null,
    coldStartSeconds: start(design, p, workload, gpus),
    adapterBytes: adapters,
    openRanges: choice.openRanges,
  };
}

/** What a replica has, in words: `1 GPU`, `4 GPUs`, `1g.10gb of a GPU`. */
export function replicaSize({
  gpusPerReplica,
  gpuShare,
  device,
}: Pick<ServingFigures, "gpusPerReplica" | "gpuShare" | "device">): string {
  if (gpuShare !== null) return `${gpuShare} of a ${device}`;
  return counted(gpusPerReplica, `${device}s`);
}
