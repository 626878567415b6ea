import type { ModelArchitecture } from "../../catalog/model-architecture";
import type { Accelerator } from "../../catalog/types";
import { Problems } from "../../errors";
import { GB, GIB } from "../../units/bytes";
import { ACCELERATOR } from "../inputs/check-inputs";
import { modelCheck } from "../inputs/check-model";
import { flag, members, number, oneOf, optional, requireAll } from "../inputs/check-shape";
import { around, type Range, range } from "../inputs/range";
import { REQUEST_TOKENS_RANGE } from "../inputs/ranges";
import type { FitVerdict } from "../memory/memory-fit";
import {
  BITS_PER_WEIGHT,
  type KvPrecision,
  kvBytesPerRequest,
  kvPrecisionCheck,
  stateBytesPerRequest,
  type WeightPrecision,
  weightsBytes,
} from "../memory/model-memory";
import { countParameters } from "../memory/parameters";
import type { EngineOptions, ServingFigure } from "../spread/families";
import { type Spread, widened } from "../spread/published-spread";
import { servingSpread } from "../spread/serving-spread";
import { attentionCoreFlops } from "../time/flops";
import { ROUTED_ELEMENT_SECONDS } from "../time/routed-element";
import { allReduces } from "./all-reduces";
import { computeFormat } from "./compute-format";
import { cacheRange, ENGINE_BYTES } from "./engine-memory";
import { latentSeconds } from "./latent-cache";
import { efficiencyOf } from "./serving-efficiency";
import { kvCopies, largestServing, servesWith, undividedHeads } from "./serving-heads";

/** One replica of a model behind an inference engine (vLLM, TensorRT-LLM, SGLang) on one NVLink or PCIe domain. */
export interface ReplicaProps {
  readonly model: ModelArchitecture;
  readonly accelerator: Accelerator;
  /** Accelerators of the replica; a divisor of the attention heads. */
  readonly tensorParallel: number;
  readonly precision: WeightPrecision;
  readonly kvPrecision: KvPrecision;
  /** Tokens of a prompt and of an answer, on average. */
  readonly promptTokens: number;
  readonly outputTokens: number;
  /**
   * Each accelerator serves requests of its own through the whole attention and shares the experts alone with the others
   * (TensorRT-LLM's enable_attention_dp, data parallel attention of vLLM and SGLang); for mixtures of experts. Keys and values
   * are then held once however few their heads, and one exchange a layer replaces two all-reduces. @default false
   * @see https://github.com/NVIDIA/TensorRT-LLM/blob/main/docs/source/performance/perf-overview.md
   */
  readonly attentionDataParallel?: boolean;
  /**
   * Most requests in a batch (vLLM's max_num_seqs, TensorRT-LLM's max_batch_size).
   * @default - 2048, with attentionDataParallel on each accelerator
   */
  readonly maxBatch?: number;
  /** Share of the memory that the engine may take, weights included (vLLM's gpu_memory_utilization). @default 0.9 */
  readonly memoryShare?: number;
  /**
   * Share of what the weights leave that the cache may take (TensorRT-LLM's free_gpu_memory_fraction); replaces
   * `memoryShare`. @default - memoryShare counts
   */
  readonly freeMemoryShare?: number;
  /** Bytes kept for something else over all accelerators, such as LoRA adapters. @default 0 */
  readonly reservedBytes?: number;
  /**
   * Whose published rates widen the range: those of tuned benchmarks, or besides them those of engines with their default options
   * behind HTTP, which reach a tenth to all of the expected figure. @default "tuned"
   * @see docs/validation.md
   */
  readonly engineOptions?: EngineOptions;
}

/** Launches of one layer's kernels in a CUDA graph, s; fitted to the answers of single requests. */
const LAUNCH_SECONDS = 22e-6;
/** Embeddings stay in 16 bits in quantized checkpoints. */
const EMBEDDING_BYTES = 2;
/** A replica's rates, of which the rest follows. */
export interface ServingRate {
  /** Requests that fit in a batch; 0 when the weights alone don't fit. */
  readonly maxConcurrency: number;
  readonly weightsBytes: number;
  /** Memory for key-value cache over all accelerators; negative when the weights don't fit. */
  readonly kvCacheBytes: number;
  /** The same with the range by which published engines take more or less of a GPU besides the cache than is counted here. */
  readonly kvCacheRange: Range;
  /** Whether weights and one request fit over that whole range, at some of it alone, or nowhere in it. */
  readonly fit: FitVerdict;
  /** Seconds to compute a prompt. */
  readonly prefillSeconds: Range;
  /** Seconds of one decode step with a batch of requests. */
  stepSeconds(batch: number): Range;
  /** Output tokens per second at a steady batch, prompts of the requests that follow included. */
  tokensPerSecond(batch: number): Range;
  /** Seconds between two tokens of a request at a steady batch, slowed by the prompts computed in between. */
  timePerOutputToken(batch: number): Range;
}

const TOKENS = number(REQUEST_TOKENS_RANGE);
const SHARE = optional(number({ above: 0, max: 1, use: "use 0.9" }));

const PROPS = members({
  model: modelCheck,
  accelerator: ACCELERATOR,
  tensorParallel: number({ min: 1, whole: true }),
  precision: oneOf(Object.keys(BITS_PER_WEIGHT)),
  kvPrecision: kvPrecisionCheck,
  promptTokens: TOKENS,
  outputTokens: TOKENS,
  attentionDataParallel: optional(flag),
  maxBatch: optional(number({ min: 1, whole: true })),
  memoryShare: SHARE,
  freeMemoryShare: SHARE,
  reservedBytes: optional(number({ min: 0 })),
  engineOptions: optional(oneOf(["tuned", "default"])),
});

function check(p: ReplicaProps): void {
  const problems = new Problems();
  if (PROPS(problems, "", p)) {
    if (!servesWith(p.model, p.tensorParallel))
      problems.add(
        "conflict",
        "tensorParallel",
        `tensorParallel must divide the ${undividedHeads(p.model, p.tensorParallel)} of ${p.model.name}, got ${p.tensorParallel}; use ${largestServing(p.model, p.tensorParallel)}`,
      );
  }
  problems.throwIfAny("servingRate");
}

/** Weights that a decode step reads: no input embedding of its own but one row, no expert that no token is routed to. */
function weightsRead(p: ReplicaProps, weights: number, batch: number): number {
  const count = countParameters(p.model);
  const embedding = count.outputHead > 0 ? count.embedding * EMBEDDING_BYTES : 0;
  const moe = p.model.experts;
  if (!moe) return weights - embedding;
  const touched = 1 - (1 - moe.activePerToken / moe.count) ** batch;
  return weights * (1 - (count.experts / count.total) * (1 - touched)) - embedding;
}

/**
 * Rates of a replica by the roofline of its two phases.
 *
 * Prefill: (2 P s + 2 L a d s^2) / (T F e_p) and, for a prompt alone, W / (T B e_m), since kernels of few tokens do not read while
 * they multiply (TensorRT-LLM 0.9: 6.3 ms for 128 tokens of Llama 2 7B on H100, of which reading takes 2.5); layers with a sliding window attend to that alone. Decode step of b requests: the root of the squares of W / (T B e_m)
 * and 2 P b / (T F e_d) for the weights, since reading and multiplying overlap only in part, b K / (T B e_m) for the cache of
 * K bytes a request (or its products, where latent attention makes them slower than the reading), the launches of each layer, two all-reduces a layer (their latency, and what grows with b), and routing
 * tokens to experts. In steady
 * state each of the b requests of a batch pays for one prompt in o steps:
 * tokens/s = b o / (o t_step(b) + b t_prefill). Batch: memory that is left / cache a request.
 *
 * P active parameters, W weight bytes, s prompt, o answer, L layers, a heads of size d, T accelerators of F FLOP/s and
 * B bytes/s.
 *
 * @example Llama 3.3 70B in FP8 on two H100, 2,048 tokens in and 2,048 out: 3,082 tokens/s measured, within 7 % of this.
 * @param published what published figures of the family differ by. @default - the families' rows of `published-spread.json`
 * @throws WarpformError for numbers out of range; weights that don't fit give `maxConcurrency: 0`
 * @see https://arxiv.org/abs/2211.05102 (Pope et al., efficiently scaling transformer inference)
 */
export function servingRate(p: ReplicaProps, published?: Spread): ServingRate {
  check(p);
  const { model, accelerator, tensorParallel: t } = p;
  const { format, flops } = computeFormat(accelerator, p.precision);
  const e = efficiencyOf(p, format);
  const count = countParameters(model);
  // the input embedding is looked up, not multiplied
  const active = count.active - (count.outputHead > 0 ? count.embedding : 0);
  const weights = weightsBytes(model, p.precision);
  const peakBandwidth = t * accelerator.memoryBandwidthGBps! * GB;
  const bandwidth = peakBandwidth * e.memory;
  const apart = p.attentionDataParallel ?? false;
  const repeated = apart ? (t - 1) * weights * (count.mixers / count.total) : 0;
  const taken = weights + repeated + t * ENGINE_BYTES + (p.reservedBytes ?? 0);
  const memory = t * accelerator.memoryGiB * GIB;
  const kvCacheBytes =
    p.freeMemoryShare === undefined
      ? memory * (p.memoryShare ?? 0.9) - taken
      : (memory - taken) * (memory > taken ? p.freeMemoryShare : 1);
  const kvCacheRange = cacheRange(p, kvCacheBytes, published);
  const copies = apart ? 1 : kvCopies(model, t);
  const held = Math.ceil(p.promptTokens + e.answerHeld * p.outputTokens);
  const state = stateBytesPerRequest(model);
  const perRequest = copies * kvBytesPerRequest(model, held, p.kvPrecision) + state;
  const room = Math.floor(kvCacheBytes / perRequest);
  const attended = Math.ceil(p.promptTokens + p.outputTokens / 2);
  // a hybrid's state is read and written with each token
  const kvRead = copies * kvBytesPerRequest(model, attended, p.kvPrecision) + 2 * state;
  // One kernel reads the cache and multiplies it: the slower of the two sets the pace.
  const cacheSeconds = Math.max(kvRead / bandwidth, latentSeconds(model, attended, accelerator) / t);
  const reduces = allReduces(p);
  const attention = p.promptTokens * attentionCoreFlops(model, p.promptTokens, "causal");

  const routed = (model.experts?.activePerToken ?? 0) * model.layers * model.hiddenSize;
  const routing = (ROUTED_ELEMENT_SECONDS * routed) / t;
  const latency = model.layers * LAUNCH_SECONDS + reduces.seconds;
  const promptFlops = 2 * active * p.promptTokens + attention;
  const prefill = promptFlops / (t * flops * e.prefillCompute) + p.promptTokens * (reduces.prefillToken + routing);
  const step = (b: number) =>
    Math.hypot((weightsRead(p, weights, b) + repeated) / bandwidth, (2 * active * b) / (t * flops * e.decodeCompute)) +
    b * cacheSeconds +
    latency +
    b * (reduces.decodeToken + routing);
  // A prompt alone also reads every weight that it uses and pays for its launches; in a batch, decode steps do both.
  const lone = prefill + weightsRead(p, weights, p.promptTokens) / bandwidth + latency;
  const perToken = (b: number) => step(b) + (b * prefill) / p.outputTokens;
  // what the data sheet's peaks allow: no range reaches beyond it
  const leastPrefill = promptFlops / (t * flops);
  const leastStep = (b: number) =>
    Math.max((weightsRead(p, weights, b) + repeated + b * kvRead) / peakBandwidth, (2 * active * b) / (t * flops));
  const leastPerToken = (b: number) => leastStep(b) + (b * leastPrefill) / p.outputTokens;
  const batchOf = (batch: number) => {
    requireAll("servingRate", { batch: [batch, number({ min: 1, max: 1e9, use: "use maxConcurrency or less" })] });
    return batch;
  };
  const spreadOf = (figure: ServingFigure) =>
    published ?? servingSpread(figure, model, accelerator, p.precision, p.engineOptions);
  const throughput = spreadOf("throughput");
  const aToken = spreadOf("time-per-token");
  const slower = (seconds: number, least: number, spread: Spread) => {
    const own = range(seconds * (1 - e.uncertainty), seconds, seconds / (1 - e.uncertainty));
    const { low, high } = widened(own, spread);
    return range(Math.max(low, least), seconds, high);
  };
  return {
    maxConcurrency: Math.max(0, Math.min(room, p.maxBatch ?? 2048 * (apart ? t : 1))),
    weightsBytes: weights,
    kvCacheBytes,
    kvCacheRange,
    fit: kvCacheRange.low >= perRequest ? "fits" : kvCacheRange.high < perRequest ? "does not fit" : "borderline",
    prefillSeconds: slower(lone, leastPrefill, spreadOf("first-token")),
    stepSeconds: (batch) => slower(step(batchOf(batch)), leastStep(batch), aToken),
    tokensPerSecond: (batch) => {
      const own = around(batchOf(batch) / perToken(batch), e.uncertainty);
      const { low, expected, high } = widened(own, throughput);
      return range(low, expected, Math.min(high, batch / leastPerToken(batch)));
    },
    timePerOutputToken: (batch) => slower(perToken(batchOf(batch)), leastPerToken(batch), aToken),
  };
}
