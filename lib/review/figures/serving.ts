import type { Range } from "../../sizing/inputs/range";
import { type GpuShare, gpuShare } from "../../sizing/memory/gpu-share";
import { loraMemory } from "../../sizing/memory/lora-adapter";
import { weightsBytes } from "../../sizing/memory/model-memory";
import { coldStart } from "../../sizing/serving/cold-start";
import { type NoReplicas, type Replicas, replicasFor } from "../../sizing/serving/replicas";
import { servesWith } from "../../sizing/serving/serving-heads";
import { type ServingRate, servingRate } from "../../sizing/serving/serving-rate";
import { measuredRate } from "../../sizing/storage/storage-rate";
import type { Design, PoolFacts } from "../design";
import { storeOf } from "./store";
import type { Part } from "./training";

type Inference = Extract<NonNullable<Design["workload"]>, { kind: "inference" }>;

/** A container with an inference engine and CUDA: vLLM's image is about 10 GB compressed. */
const ENGINE_IMAGE_BYTES = 10e9;
/** What a registry in the region gives one node, bytes/s: layers come from S3 at some hundred MB/s. */
const REGISTRY_BYTES_PER_SECOND = 300e6;
const HOST_LINK_GBPS = 32;

/** A service on the design's work pool, with the replica size that needs the fewest GPUs. */
export interface ServingFigures {
  readonly pool: string;
  /** Whether the weights and at least one request fit a node. */
  readonly fits: boolean;
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
  readonly replicasAtMost: number;
  readonly replicasAtLeast: number;
  readonly timeToFirstTokenSeconds: number | null;
  readonly timePerOutputTokenSeconds: number | null;
  readonly tokensPerSecondPerReplica: Range | null;
  /** Share of the pool's places taken at the peak with every node up. */
  readonly utilizationAtMost: number | null;
  /** From the decision to start a node to its first token; null where the store's rate is unknown. */
  readonly coldStartSeconds: Range | null;
  readonly adapterBytes: number;
}

interface Choice {
  readonly gpus: number;
  readonly rate: ServingRate;
  readonly answer: Replicas | NoReplicas;
}

function adapterBytes(workload: Inference): number {
  if (workload.loraAdapters === 0 || workload.loraRank === null || workload.model.latentAttention) return 0;
  return loraMemory(workload.model, workload.loraAdapters, workload.loraAdapters, workload.loraRank).acceleratorBytes;
}

function choices(workload: Inference, p: PoolFacts, { accelerator, name }: GpuShare): Choice[] {
  if (accelerator.memoryBandwidthGBps === null || accelerator.tflops.bf16 === null) return [];
  // An engine spans neither MIG devices nor shares.
  const all = name === null ? [1, 2, 4, 8, 16] : [1];
  const sizes = all.filter((t) => p.gpusPerNode % t === 0 && servesWith(workload.model, t));
  return sizes.map((gpus) => {
    const rate = servingRate({
      model: workload.model,
      accelerator,
      tensorParallel: gpus,
      precision: workload.precision,
      kvPrecision: workload.precision === "fp8" && accelerator.tflops.fp8 !== null ? "fp8" : "bf16",
      promptTokens: workload.promptTokens,
      outputTokens: workload.outputTokens,
      reservedBytes: adapterBytes(workload),
    });
    return { gpus, rate, answer: replicasFor({ ...workload, rate }) };
  });
}

/** The choice with the fewest GPUs that meets the objectives, else the largest replica. */
function best(all: readonly Choice[]): Choice | null {
  const good = all.flatMap((c) => (c.answer.feasible ? [{ c, gpus: c.answer.replicas.expected * c.gpus }] : []));
  if (good.length > 0) return good.reduce((a, b) => (b.gpus < a.gpus ? b : a)).c;
  return all[all.length - 1] ?? null;
}

function start(design: Design, p: PoolFacts, workload: Inference, gpus: number): Range | null {
  const store = storeOf(design, p, "datasets");
  if (store === null) return null;
  return coldStart({
    weightsBytes: weightsBytes(workload.model, workload.precision),
    store: store.rate,
    nodeGbps: store.nodeGbps,
    imageBytes: ENGINE_IMAGE_BYTES,
    imageStore: measuredRate(REGISTRY_BYTES_PER_SECOND, REGISTRY_BYTES_PER_SECOND, 0.5),
    bootSeconds: p.pool.bootSeconds,
    accelerators: gpus,
    hostLinkGBps: HOST_LINK_GBPS,
  }).totalSeconds;
}

/** Sizes the service on the work pool; null without an inference workload or a known accelerator. */
export function servingFigures(design: Design): ServingFigures | null {
  const { workload, workPool: p } = design;
  if (workload === null || workload.kind !== "inference" || p === null || p.accelerator === null) return null;
  const share = gpuShare(p.accelerator, p.pool.sharing);
  if (share === undefined) return null;
  const choice = best(choices(workload, p, share));
  if (choice === null) return null;
  const { gpus, rate, answer } = choice;
  const perNode = Math.floor((p.gpusPerNode * share.perGpu) / gpus);
  const atMost = perNode * p.pool.nodes.max;
  const memory = gpus * share.accelerator.memoryGiB * 1024 ** 3;
  const adapters = adapterBytes(workload);
  const kv = Math.max(0, rate.kvCacheBytes);
  const met = answer.feasible ? answer : null;
  return {
    pool: p.pool.name,
    fits: rate.maxConcurrency > 0,
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
    replicasAtMost: atMost,
    replicasAtLeast: perNode * p.pool.nodes.min,
    timeToFirstTokenSeconds: met?.timeToFirstTokenSeconds ?? null,
    timePerOutputTokenSeconds: met?.timePerOutputTokenSeconds ?? null,
    tokensPerSecondPerReplica: met ? rate.tokensPerSecond(met.concurrency) : null,
    utilizationAtMost: met && atMost > 0 ? (met.utilization * met.replicas.expected) / atMost : null,
    coldStartSeconds: start(design, p, workload, gpus),
    adapterBytes: adapters,
  };
}

/** What a replica has, in words: `1 GPU`, `4 GPUs`, `1g.10gb of a GPU`. */
export function replicaSize({ gpusPerReplica, gpuShare }: Pick<ServingFigures, "gpusPerReplica" | "gpuShare">): string {
  if (gpuShare !== null) return `${gpuShare} of a GPU`;
  return `${gpusPerReplica} ${gpusPerReplica === 1 ? "GPU" : "GPUs"}`;
}
