import type { ModelArchitecture } from "../../model/model";
import { TRAINING_STATE } from "../inputs/check-inputs";
import { modelCheck, requireModel } from "../inputs/check-model";
import { number, oneOf, requireAll } from "../inputs/check-shape";
import { ZERO_STAGE_RANGE } from "../inputs/ranges";
import { countParameters } from "./parameters";

/** Bytes that training keeps for each parameter. */
export interface TrainingPrecision {
  /** Copy of the weights that the GEMMs read. */
  readonly weightBytes: number;
  readonly gradientBytes: number;
  /** Master weights in higher precision; 0 where the weights themselves are updated. */
  readonly masterBytes: number;
  /** The optimizer's own state. */
  readonly optimizerBytes: number;
}

/**
 * Usual recipes, bytes per parameter.
 *
 * `bf16-adam`: 2 weights + 2 gradients + 4 master + 4 + 4 Adam moments = 16 (ZeRO). `bf16-adam-fp32-grad`: Megatron
 * accumulates gradients in FP32: 18. `fp16-adam-fp32-grad` is Megatron's FP16, which keeps both: 20. `fp32-adam`: 16.
 * `fp32-adam-bf16-compute`: the same, computed with a BF16 copy of one layer at a time (FSDP2's mixed precision).
 * `bf16-adam-8bit`: block-wise 8-bit moments: 10. `bf16-pure-adam`: all in BF16, no master: 8.
 *
 * @see https://arxiv.org/abs/1910.02054 section 3.1
 * @see https://github.com/NVIDIA/Megatron-LM (README, distributed optimizer: 20, 18 and 16 bytes per parameter)
 * @see https://arxiv.org/abs/2110.02861 (8-bit optimizers)
 */
export const TRAINING_PRECISIONS = {
  "bf16-adam": { weightBytes: 2, gradientBytes: 2, masterBytes: 4, optimizerBytes: 8 },
  "bf16-adam-fp32-grad": { weightBytes: 2, gradientBytes: 4, masterBytes: 4, optimizerBytes: 8 },
  "fp16-adam-fp32-grad": { weightBytes: 2, gradientBytes: 6, masterBytes: 4, optimizerBytes: 8 },
  "fp32-adam": { weightBytes: 4, gradientBytes: 4, masterBytes: 0, optimizerBytes: 8 },
  "fp32-adam-bf16-compute": { weightBytes: 4, gradientBytes: 4, masterBytes: 0, optimizerBytes: 8 },
  "bf16-adam-8bit": { weightBytes: 2, gradientBytes: 2, masterBytes: 4, optimizerBytes: 2 },
  "bf16-pure-adam": { weightBytes: 2, gradientBytes: 2, masterBytes: 0, optimizerBytes: 4 },
  "bf16-sgd-momentum": { weightBytes: 2, gradientBytes: 2, masterBytes: 4, optimizerBytes: 4 },
} as const satisfies Record<string, TrainingPrecision>;

/** Name of a recipe of {@link TRAINING_PRECISIONS}. */
export type TrainingPrecisionName = keyof typeof TRAINING_PRECISIONS;

/** Which part of the training state is divided over the data-parallel ranks: none, optimizer, + gradients, + weights (FSDP). */
export type ZeroStage = 0 | 1 | 2 | 3;

/**
 * Bytes of training state a GPU holds for each of its parameters.
 *
 * Stage 0: w + g + (m + o); 1: w + g + (m + o)/N; 2: w + (g + m + o)/N; 3: (w + g + m + o)/N, N data-parallel ranks.
 *
 * @example 7.5 billion parameters, 16 bytes each, stage 1 over 64 ranks: 31.4 GB (ZeRO, figure 1).
 * @throws WarpformError for numbers out of range
 * @see https://arxiv.org/abs/1910.02054 section 5
 */
export function stateBytesPerParameter(precision: TrainingPrecision, zeroStage: ZeroStage, shards: number): number {
  requireAll("stateBytesPerParameter", {
    precision: [precision, TRAINING_STATE],
    zeroStage: [zeroStage, number(ZERO_STAGE_RANGE)],
    shards: [shards, number({ min: 1, max: 1e9, whole: true })],
  });
  const { weightBytes: w, gradientBytes: g } = precision;
  const updated = precision.masterBytes + precision.optimizerBytes;
  return (
    w / (zeroStage >= 3 ? shards : 1) + g / (zeroStage >= 2 ? shards : 1) + updated / (zeroStage >= 1 ? shards : 1)
  );
}

/** Number formats that weights are served or frozen in. */
export type WeightPrecision = "fp32" | "bf16" | "fp8" | "int8" | "fp4" | "int4" | "nf4" | "nf4-double-quantized";

/**
 * Bits a quantized weight takes, scales included: one FP32 scale a channel is below 0.01 bit and left out for FP8 and INT8;
 * INT4 with a 16-bit scale and a 4-bit zero a group of 128 (GPTQ, AWQ) 4.16; NVFP4 an FP8 scale a block of 16, 4.5; NF4 an
 * FP32 constant a block of 64, 4.5, and with double quantization 8/64 + 32/(64 x 256), 4.127.
 *
 * @see https://arxiv.org/abs/2305.14314 section 3 (QLoRA)
 */
export const BITS_PER_WEIGHT: Readonly<Record<WeightPrecision, number>> = {
  fp32: 32,
  bf16: 16,
  fp8: 8,
  int8: 8,
  fp4: 4 + 8 / 16,
  int4: 4 + (16 + 4) / 128,
  nf4: 4 + 32 / 64,
  "nf4-double-quantized": 4 + 8 / 64 + 32 / (64 * 256),
};

/**
 * Bytes of the weights alone. Below 16 bits only the linear layers are quantized: embeddings, output head, norms and routers
 * stay in BF16, as the published FP8, GPTQ, AWQ and bitsandbytes checkpoints do.
 *
 * @example Llama 3.1 8B in BF16: 16.06 GB; Llama 3.1 70B in FP8: 72.7 GB.
 * @throws WarpformError for a model whose sizes make no sense, or an unknown format
 */
export function weightsBytes(model: ModelArchitecture, precision: WeightPrecision): number {
  requireAll("weightsBytes", {
    model: [model, modelCheck],
    precision: [precision, oneOf(Object.keys(BITS_PER_WEIGHT))],
  });
  const count = countParameters(model);
  const bits = BITS_PER_WEIGHT[precision];
  if (bits >= 16) return (count.total * bits) / 8;
  const moe = model.experts;
  const router = moe ? count.moeLayers * moe.count * model.hiddenSize : 0;
  const kept = count.embedding + count.outputHead + count.outerNorms + model.layers * count.normsPerLayer + router;
  return kept * 2 + ((count.total - kept) * bits) / 8;
}

/** Number formats of a key-value cache. */
export type KvPrecision = "bf16" | "fp8" | "int8";

/** Checks the name of a cache's number format. */
export const kvPrecisionCheck = oneOf(["bf16", "fp8", "int8"]);

/**
 * Bytes of key-value cache that one token takes over all layers: `2 L k d b`; with latent attention the compressed vector and
 * the shared position key, `L (r + d_rope) b`.
 *
 * @example Llama 2 13B in 16 bits: 819,200 bytes (vLLM counts 800 KB for OPT 13B, of the same shape).
 * @throws WarpformError for a model whose sizes make no sense, or an unknown format
 * @see https://arxiv.org/abs/2309.06180 section 3
 */
export function kvBytesPerToken(model: ModelArchitecture, precision: KvPrecision = "bf16"): number {
  requireAll("kvBytesPerToken", { model: [model, modelCheck], precision: [precision, kvPrecisionCheck] });
  return tokenBytes(model, precision);
}

function tokenBytes(model: ModelArchitecture, precision: KvPrecision): number {
  const bytes = precision === "bf16" ? 2 : 1;
  const latent = model.latentAttention;
  const layers = cachedLayers(model);
  if (latent) return layers * (latent.kvRank + latent.ropeHeadDim) * bytes;
  return 2 * layers * model.kvHeads * model.headDim * bytes;
}

/** Layers whose attention keeps a cache. */
const cachedLayers = (model: ModelArchitecture) => model.hybrid?.attentionLayers ?? model.layers;

/**
 * Bytes that a request keeps in a hybrid's state layers, however long it is; 0 for other models.
 *
 * @throws WarpformError for a model whose sizes make no sense
 * @example Qwen3-Next 80B-A3B, 36 layers of 2.1 MB: 77 MB.
 */
export function stateBytesPerRequest(model: ModelArchitecture): number {
  requireModel("stateBytesPerRequest", model);
  return model.hybrid ? model.hybrid.stateLayers * model.hybrid.stateBytes : 0;
}

/** Layers whose cache grows with the whole sequence, and those that keep only their sliding window. */
function globalLayers(model: ModelArchitecture): number {
  const window = model.slidingWindow;
  if (!window) return cachedLayers(model);
  return window.globalEvery > 0 ? Math.floor(cachedLayers(model) / window.globalEvery) : 0;
}

/**
 * Bytes of key-value cache that a request of `tokens` tokens takes, in whole pages of `blockTokens` tokens (vLLM's paged
 * attention wastes on average half a page a request). Layers with a sliding window keep at most the window.
 *
 * @param blockTokens tokens a page; 1 for a cache without pages.
 * @throws WarpformError for negative tokens or pages that hold none
 * @example Llama 3.1 8B, 131,072 tokens, BF16: 16 GiB.
 * @see https://arxiv.org/abs/2309.06180
 */
export function kvBytesPerRequest(
  model: ModelArchitecture,
  tokens: number,
  precision: KvPrecision = "bf16",
  blockTokens = 16,
): number {
  requireAll("kvBytesPerRequest", {
    model: [model, modelCheck],
    tokens: [tokens, number({ min: 0, max: 1e12, unit: "tokens" })],
    precision: [precision, kvPrecisionCheck],
    blockTokens: [blockTokens, number({ min: 1, max: 1e6, whole: true, unit: "tokens", use: "use 16" })],
  });
  const layers = cachedLayers(model);
  if (layers === 0) return 0;
  const perLayer = tokenBytes(model, precision) / layers;
  const paged = Math.ceil(tokens / blockTokens) * blockTokens;
  const full = globalLayers(model);
  const kept = model.slidingWindow ? Math.min(paged, model.slidingWindow.tokens) : paged;
  return perLayer * (full * paged + (layers - full) * kept);
}
