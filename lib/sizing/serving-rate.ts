import type { ModelArchitecture } from "../catalog/model-architecture";
import type { Accelerator } from "../catalog/types";
import { Problems } from "../errors";
import { GB, GIB } from "../units/bytes";
import { ACCELERATOR } from "./check-inputs";
import { modelCheck } from "./check-model";
import { members, number, oneOf, optional, requireAll } from "./check-shape";
import {
  BITS_PER_WEIGHT,
  type KvPrecision,
  kvBytesPerRequest,
  kvPrecisionCheck,
  type WeightPrecision,
  weightsBytes,
} from "./model-memory";
import { countParameters } from "./parameters";
import { around, type Range, range } from "./range";

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
  /** Most requests in a batch (vLLM's max_num_seqs, TensorRT-LLM's max_batch_size). @default 2048 */
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
}

/** Shares of the data sheet that the engine's kernels reach, and its own time for each layer of a step. */
interface Efficiency {
  readonly prefillCompute: number;
  readonly decodeCompute: number;
  readonly memory: number;
  /** Launches, scheduling, sampling, s a layer of one step. */
  readonly layerSeconds: number;
  /** Share of an answer's cache that is held for a request on average. */
  readonly answerHeld: number;
  /** Half-width of the range of what follows from these. */
  readonly uncertainty: number;
}

/**
 * Fitted by least squares of the logarithms to the rows of `inference-throughput.json` marked as calibrated, one group each:
 * Llama 3.1 8B and 3.3 70B in FP8 on H100, 3.3 70B in FP4 on B200; Llama 3.1 8B and 70B (four GPUs) in BF16 on H100 and
 * on A100; Llama 3.1 8B in FP8 on L40S; Qwen3 235B-A22B on H200 and B200 and 30B-A3B on B200 for mixtures of
 * experts. The rates over PCIe were set on Llama 3.1 70B on four and eight L40S and A100 PCIe, the growth with the
 * accelerators on eight H100. All others are held out. `other` covers formats and parts without calibration data.
 */
const EFFICIENCY = {
  "hopper-fp8": shares(0.602, 0.517, 0.87, 69.7e-6, 0.913, 0.2),
  "blackwell-fp4": shares(0.412, 0.362, 0.665, 91.6e-6, 1, 0.2),
  "hopper-fp8-moe": shares(0.357, 0.822, 0.75, 50e-6, 0.913, 0.3),
  "blackwell-fp4-moe": shares(0.328, 0.361, 0.567, 50e-6, 1, 0.5),
  "hopper-bf16": shares(0.736, 0.479, 0.806, 70e-6, 0.93, 0.2),
  "ampere-bf16": shares(0.821, 0.522, 0.778, 70e-6, 0.93, 0.25),
  "ada-fp8": shares(0.581, 0.388, 0.765, 70e-6, 0.93, 0.25),
  other: shares(0.6, 0.5, 0.8, 70e-6, 0.95, 0.4),
} as const;

function shares(
  prefillCompute: number,
  decodeCompute: number,
  memory: number,
  layerSeconds: number,
  answerHeld: number,
  uncertainty: number,
): Efficiency {
  return { prefillCompute, decodeCompute, memory, layerSeconds, answerHeld, uncertainty };
}

/** The layer's own time grows with the accelerators that wait for each other: 1 + this x log2(T). */
const TENSOR_PARALLEL_GROWTH = 0.5;
/** Share of an NVLink's rate that the all-reduces of tensor parallelism reach. */
const LINK_REACHED = 0.6;
/** What they reach over PCIe 4.0 x16, GB/s one way, within a socket and across the sockets of a node of eight. */
const PCIE_REACHED_GBPS = { socket: 17, node: 12 };
/** Activations, CUDA graphs, communication buffers of each accelerator. A named overhead, not a derivation. */
const ENGINE_BYTES = 2 * GIB;

/** A replica's rates, of which the rest follows. */
export interface ServingRate {
  /** Requests that fit in a batch; 0 when the weights alone don't fit. */
  readonly maxConcurrency: number;
  readonly weightsBytes: number;
  /** Memory for key-value cache over all accelerators; negative when the weights don't fit. */
  readonly kvCacheBytes: number;
  /** Seconds to compute a prompt. */
  readonly prefillSeconds: Range;
  /** Seconds of one decode step with a batch of requests. */
  stepSeconds(batch: number): Range;
  /** Output tokens a second at a steady batch, prompts of the requests that follow included. */
  tokensPerSecond(batch: number): Range;
  /** Seconds between two tokens of a request at a steady batch, slowed by the prompts computed in between. */
  timePerOutputToken(batch: number): Range;
}

const TOKENS = number({ min: 1, max: 10_000_000 });
const SHARE = optional(number({ above: 0, max: 1, use: "use 0.9" }));

const PROPS = members({
  model: modelCheck,
  accelerator: ACCELERATOR,
  tensorParallel: number({ min: 1, whole: true }),
  precision: oneOf(Object.keys(BITS_PER_WEIGHT)),
  kvPrecision: kvPrecisionCheck,
  promptTokens: TOKENS,
  outputTokens: TOKENS,
  maxBatch: optional(number({ min: 1, whole: true })),
  memoryShare: SHARE,
  freeMemoryShare: SHARE,
  reservedBytes: optional(number({ min: 0 })),
});

function check(p: ReplicaProps): void {
  const problems = new Problems();
  if (PROPS(problems, "", p) && p.model.attentionHeads % p.tensorParallel !== 0)
    problems.add(
      "conflict",
      "tensorParallel",
      `tensorParallel must divide the ${p.model.attentionHeads} attention heads of ${p.model.name}, got ${p.tensorParallel}; use a power of two`,
    );
  problems.throwIfAny("servingRate");
}

/** Format that the products are computed in, and its rate: 4-bit integer weights are unpacked to BF16. */
function computeFlops(p: ReplicaProps): { readonly format: string; readonly flops: number } {
  const { fp8, fp4, int8, bf16 } = p.accelerator.tflops;
  const native = { fp8, fp4, int8 }[p.precision as "fp8" | "fp4" | "int8"];
  return native ? { format: p.precision, flops: native * 1e12 } : { format: "bf16", flops: bf16! * 1e12 };
}

/**
 * Weights of one expert's matrix in the mixture that the shares were fitted to (Qwen3 235B-A22B, 4,096 x 1,536). Grouped
 * products of smaller matrices reach less, about in proportion: Qwen3 30B-A3B on B200, with a quarter of it, shows a third
 * of the share in prefill and an eighth in decode.
 */
const FITTED_EXPERT = 4096 * 1536;

function efficiencyOf(p: ReplicaProps, format: string): Efficiency {
  const moe = p.model.experts;
  const key = `${p.accelerator.architecture.toLowerCase().split(" ")[0]}-${format}`;
  const rows: Readonly<Record<string, Efficiency>> = EFFICIENCY;
  const own = moe ? rows[`${key}-moe`] : rows[key];
  // a mixture on a part where only dense models are calibrated
  const found = own ?? { ...(rows[key] ?? EFFICIENCY.other), uncertainty: EFFICIENCY.other.uncertainty };
  const size = moe ? Math.min(1, (p.model.hiddenSize * moe.ffnHiddenSize) / FITTED_EXPERT) : 1;
  return { ...found, prefillCompute: found.prefillCompute * size, decodeCompute: found.decodeCompute * size };
}

/** Rate of all-reduces, bytes/s one way. Bridges between two cards are an option that servers rarely have: PCIe then. */
function linkRate(accelerator: Accelerator, count: number): number {
  const bridge = accelerator.linkName?.includes("bridge") ?? false;
  if (accelerator.linkGBps !== null && !bridge) return (accelerator.linkGBps / 2) * LINK_REACHED * GB;
  return (count > 4 ? PCIE_REACHED_GBPS.node : PCIE_REACHED_GBPS.socket) * GB;
}

/** Experts that a batch touches: all but those that no token of it is routed to. */
function weightsRead(p: ReplicaProps, weights: number, batch: number): number {
  const count = countParameters(p.model);
  const moe = p.model.experts;
  if (!moe) return weights;
  const touched = 1 - (1 - moe.activePerToken / moe.count) ** batch;
  return weights * (1 - count.experts / count.total + (count.experts / count.total) * touched);
}

/**
 * Rates of a replica by the roofline of its two phases.
 *
 * Prefill: (2 P s + 2 L a d s^2) / (T F e_p), compute bound. Decode step of b requests: max(W / (T B e_m), 2 P b / (T F e_d))
 * for the weights, b K / (T B e_m) for the cache of K bytes a request, a time for each layer, and two all-reduces a
 * layer. In steady state each of the b requests of a batch pays for one prompt in o steps:
 * tokens/s = b o / (o t_step(b) + b t_prefill). Batch: memory that is left / cache a request.
 *
 * P active parameters, W weight bytes, s prompt, o answer, L layers, a heads of size d, T accelerators of F FLOP/s and
 * B bytes/s.
 *
 * @example Llama 3.3 70B in FP8 on two H100, 2,048 tokens in and 2,048 out: 3,082 tokens/s measured, within 7 % of this.
 * @throws WarpformError for numbers out of range; weights that don't fit give `maxConcurrency: 0`
 * @see https://arxiv.org/abs/2211.05102 (Pope et al., efficiently scaling transformer inference)
 */
export function servingRate(p: ReplicaProps): ServingRate {
  check(p);
  const { model, accelerator, tensorParallel: t } = p;
  const { format, flops } = computeFlops(p);
  const e = efficiencyOf(p, format);
  const active = countParameters(model).active;
  const weights = weightsBytes(model, p.precision);
  const bandwidth = t * accelerator.memoryBandwidthGBps! * GB * e.memory;
  const taken = weights + t * ENGINE_BYTES + (p.reservedBytes ?? 0);
  const memory = t * accelerator.memoryGiB * GIB;
  const kvCacheBytes =
    p.freeMemoryShare === undefined
      ? memory * (p.memoryShare ?? 0.9) - taken
      : (memory - taken) * (memory > taken ? p.freeMemoryShare : 1);
  // heads of keys and values that are fewer than the accelerators are held, and read, by several of them
  const copies = Math.max(1, t / (model.latentAttention ? 1 : model.kvHeads));
  const held = Math.ceil(p.promptTokens + e.answerHeld * p.outputTokens);
  const room = Math.floor(kvCacheBytes / (copies * kvBytesPerRequest(model, held, p.kvPrecision)));
  const kvRead = copies * kvBytesPerRequest(model, Math.ceil(p.promptTokens + p.outputTokens / 2), p.kvPrecision);
  const link = linkRate(accelerator, t);
  const allReduce = (tokens: number) =>
    (t === 1 ? 0 : 1) * ((2 * model.layers * 2 * (t - 1)) / t) * ((tokens * model.hiddenSize * 2) / link);
  const attention = 2 * model.layers * model.attentionHeads * model.headDim * p.promptTokens ** 2;

  const layers = model.layers * e.layerSeconds * (1 + TENSOR_PARALLEL_GROWTH * Math.log2(t));
  const prefill =
    (2 * active * p.promptTokens + attention) / (t * flops * e.prefillCompute) + allReduce(p.promptTokens);
  const step = (b: number) =>
    Math.max(weightsRead(p, weights, b) / bandwidth, (2 * active * b) / (t * flops * e.decodeCompute)) +
    (b * kvRead) / bandwidth +
    layers +
    allReduce(b);
  const perToken = (b: number) => step(b) + (b * prefill) / p.outputTokens;
  const batchOf = (batch: number) => {
    requireAll("servingRate", { batch: [batch, number({ min: 1, max: 1e9, use: "use maxConcurrency or less" })] });
    return batch;
  };
  const slower = (seconds: number) => range(seconds * (1 - e.uncertainty), seconds, seconds / (1 - e.uncertainty));
  return {
    maxConcurrency: Math.max(0, Math.min(room, p.maxBatch ?? 2048)),
    weightsBytes: weights,
    kvCacheBytes,
    // a lone prompt also pays for its launches
    prefillSeconds: slower(prefill + layers),
    stepSeconds: (batch) => slower(step(batchOf(batch))),
    tokensPerSecond: (batch) => around(batchOf(batch) / perToken(batch), e.uncertainty),
    timePerOutputToken: (batch) => slower(perToken(batchOf(batch))),
  };
}
