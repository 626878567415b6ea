import type { ModelArchitecture } from "../../model/model";
import { secondsOf } from "../fabric/collectives";
import type { Interconnect } from "../fabric/interconnect";
import { ranksOfDomain } from "../fabric/rank-placement";
import { expertTensorOf, type ParallelLayout } from "../parallelism/parallel-layout";
import { attentionWidths } from "./flops";
import type { ComputePrecision, GpuSpec } from "./kernel-efficiency";
import type { TrainingSoftware } from "./training-software";

/** Single figures of kernel efficiency: one point of the calibrated ranges. */
export interface EfficiencyPoint {
  /** Of the linear layers' format, against that format's peak. */
  readonly gemm: number;
  /** Of BF16 GEMMs (output head, unfused attention). */
  readonly gemmBf16: number;
  readonly attention: number;
  readonly memory: number;
  readonly matrixFlopsPerExponential: number;
}

/** What the times of one layer depend on, besides the layout. */
export interface LayerContext {
  readonly model: ModelArchitecture;
  readonly sequenceLength: number;
  readonly precision: ComputePrecision;
  readonly gpu: GpuSpec;
  readonly link: Interconnect;
  readonly software: TrainingSoftware;
  readonly efficiency: EfficiencyPoint;
}

/** Seconds of one layer of one microbatch on one GPU, forward pass; backward is in {@link LayerTime.backward}. */
export interface LayerTime {
  readonly gemm: number;
  readonly attention: number;
  readonly elementwise: number;
  /** Communication that compute does not hide. */
  readonly tensor: number;
  readonly context: number;
  readonly expert: number;
}

/**
 * A GEMM's last wave of tiles leaves half the multiprocessors idle on average: as if the output had half a wave of 128 x 256
 * tiles more, about 120 multiprocessors on each of A100, H100 and B200.
 */
const TAIL_ELEMENTS = 0.5 * 128 * 256 * 120;

/** Rows an expert's token count is padded to, half of them wasted on average. */
const EXPERT_PADDING = 64;

/** Rates of a job's GEMMs: FLOP/s of the linear layers' format, and bytes/s at which results are written. */
interface GemmRates {
  readonly flops: number;
  readonly bytes: number;
}

function gemmRates(context: LayerContext): GemmRates {
  return {
    flops: context.gpu.flops[context.precision]! * context.efficiency.gemm,
    bytes: context.gpu.memoryBytesPerSecond * context.efficiency.memory,
  };
}

/** `2 m n k` operations with the loss of the last wave, and writing the 16-bit result, which the operations don't hide. */
function gemmSeconds(m: number, n: number, k: number, rates: GemmRates): number {
  return (2 * k * (m * n + TAIL_ELEMENTS)) / rates.flops + (2 * m * n) / rates.bytes;
}

/** GEMMs of attention and the dense FFN; each width that tensor parallelism divides is divided. */
function linearSeconds(context: LayerContext, tokens: number, tensor: number, f: number): number {
  const { model } = context;
  const rate = gemmRates(context);
  const h = model.hiddenSize;
  const ffn =
    f > 0
      ? gemmSeconds(tokens, ((model.gatedFfn ? 2 : 1) * f) / tensor, h, rate) + gemmSeconds(tokens, h, f / tensor, rate)
      : 0;
  const latent = model.latentAttention;
  if (latent) {
    const a = model.attentionHeads / tensor;
    const q = latent.queryRank;
    const queryWidth = a * (model.headDim + latent.ropeHeadDim);
    const query =
      q === null
        ? gemmSeconds(tokens, queryWidth, h, rate)
        : gemmSeconds(tokens, q, h, rate) + gemmSeconds(tokens, queryWidth, q, rate);
    const down = gemmSeconds(tokens, latent.kvRank + latent.ropeHeadDim, h, rate);
    const up = gemmSeconds(tokens, a * (model.headDim + latent.valueHeadDim), latent.kvRank, rate);
    return query + down + up + gemmSeconds(tokens, h, a * latent.valueHeadDim, rate) + ffn;
  }
  const heads = model.attentionHeads * model.headDim;
  const qkv = heads + 2 * model.kvHeads * model.headDim;
  return gemmSeconds(tokens, qkv / tensor, h, rate) + gemmSeconds(tokens, h, heads / tensor, rate) + ffn;
}

/**
 * Routed experts of one layer: the rank's share of the tokens, spread evenly over its experts; where ranks share an expert's
 * matrices, the tokens of all of them by their part of its width.
 */
function expertSeconds(context: LayerContext, tokens: number, layout: ParallelLayout): number {
  const { model } = context;
  const moe = model.experts!;
  const rates = gemmRates(context);
  const shared = expertTensorOf(layout);
  const routed = (tokens / layout.tensor) * shared * moe.activePerToken;
  const local = moe.count / layout.expert;
  const rows = routed + local * EXPERT_PADDING;
  const f = moe.ffnHiddenSize / shared;
  const widths = (model.gatedFfn ? 3 : 2) * f;
  const written = (2 * rows * (widths - f + model.hiddenSize)) / rates.bytes;
  return (2 * model.hiddenSize * (rows * widths + TAIL_ELEMENTS)) / rates.flops + written;
}

function attendedTokens(model: ModelArchitecture, sequenceLength: number): number {
  const window = model.slidingWindow;
  if (!window) return sequenceLength;
  const globalShare = window.globalEvery > 0 ? 1 / window.globalEvery : 0;
  return globalShare * sequenceLength + (1 - globalShare) * Math.min(sequenceLength, 2 * window.tokens);
}

/** Size of the heads of the runs that flash attention is calibrated on. */
const CALIBRATED_HEAD = 128;

/** Passes over the score matrix that unfused attention makes: products, scaled masked softmax, dropout. */
const SCORE_PASSES = 6;

/**
 * Heads of another size than the 128 that flash attention is calibrated on: each score takes `4 d` operations and one
 * exponential, and the latter's time stays. `(1 - x) + 128 x / d` where exponentials take the share x of the time at 128, a
 * quarter on H100. Heads of 64 then reach 0.88 of the rate on A100, 0.79 on H100 and 0.66 on B200.
 *
 * @see https://arxiv.org/abs/2407.08608 section 3.1 (the exponential's throughput), figure 5 (heads of 64, 128 and 256)
 */
function headPenalty(model: ModelArchitecture, efficiency: EfficiencyPoint): number {
  const size = attentionWidths(model) / (2 * model.attentionHeads);
  const share = (efficiency.matrixFlopsPerExponential * efficiency.attention) / (4 * CALIBRATED_HEAD);
  return 1 - share + (share * CALIBRATED_HEAD) / size;
}

function attentionSeconds(context: LayerContext, tokens: number, tensor: number): number {
  const { model, gpu, efficiency, sequenceLength } = context;
  const attended = attendedTokens(model, sequenceLength);
  const flops = (2 * tokens * attended * attentionWidths(model)) / tensor;
  const peak = gpu.flops.bf16!;
  if (context.software.attention === "flash")
    return (flops / 2 / (peak * efficiency.attention)) * headPenalty(model, efficiency);
  const scores = (tokens * attended * model.attentionHeads * 2) / tensor;
  return (
    flops / (peak * efficiency.gemmBf16 * 0.6) +
    (SCORE_PASSES * scores) / (gpu.memoryBytesPerSecond * efficiency.memory)
  );
}

/** Bytes a token that norms, residuals, dropouts (undivided) and nonlinearities, positions, casts (divided) read and write. */
function elementwiseSeconds(context: LayerContext, tokens: number, layout: ParallelLayout, f: number): number {
  const { model, gpu, software } = context;
  const h = model.hiddenSize;
  const shared = layout.sequenceParallel ? layout.tensor : 1;
  const passes = software.fusedElementwise ? 10 : software.dropout ? 16 : 14;
  const undivided = (2 * passes * h * (model.normsPerLayer ?? 2)) / 2 / shared;
  const heads = (model.attentionHeads + 2 * model.kvHeads) * model.headDim;
  const casts = context.precision === "bf16" ? 0 : (3 * (2 * h + f)) / layout.tensor;
  const divided = (2 * (2 * heads + (model.gatedFfn ? 3 : 2) * f)) / layout.tensor;
  return (tokens * (undivided + divided + casts)) / (gpu.memoryBytesPerSecond * context.efficiency.memory);
}

/**
 * Bytes an element that experts with biases (GPT-OSS) read and write to add that of their last matrix: scaled by the router's
 * weights in FP32, added, concatenated and cast, expert by expert: 28 forward and 36 backward, here as the share of the forward
 * pass. Only steps captured whole as a graph have one kernel for it.
 *
 * @see https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/core/transformer/moe/experts.py `_apply_bias`
 */
const EXPERT_BIAS_BYTES = 25;

function expertBiasSeconds({ model, gpu, software, efficiency }: LayerContext, tokens: number, tensor: number): number {
  if (model.biases !== "all" || software.expertLaunchSeconds === 0) return 0;
  const elements = (tokens * model.experts!.activePerToken * model.hiddenSize) / tensor;
  return (EXPERT_BIAS_BYTES * elements) / (gpu.memoryBytesPerSecond * efficiency.memory);
}

/**
 * Tensor parallelism sums a layer's output twice in the forward pass and twice backward: all-reduces of `s b h` elements, or
 * reduce-scatters and all-gathers of the same size with sequence parallelism.
 */
function tensorSeconds(context: LayerContext, tokens: number, layout: ParallelLayout, moeLayer: boolean): number {
  const { model, software } = context;
  const bytes = 2 * tokens * model.hiddenSize;
  const attention = sharedSeconds(context, bytes, layout.tensor, layout.sequenceParallel);
  const moe = moeLayer && layout.expert > 1 ? model.experts : null;
  // Sequence parallel ranks send their own tokens to experts elsewhere; only a shared expert still needs them gathered.
  const ffn = moe && layout.sequenceParallel && moe.shared === 0 ? 0 : attention;
  const shared = expertTensorOf(layout);
  const routed = moe ? (bytes * moe.activePerToken * shared) / layout.tensor : 0;
  return (attention + ffn + sharedSeconds(context, routed, shared, true)) * (1 - software.tensorOverlap);
}

/** Gathering the input of matrices that neighboring ranks share, and summing their outputs. */
function sharedSeconds({ link }: LayerContext, bytes: number, ranks: number, scattered: boolean): number {
  if (ranks <= 1) return 0;
  const group = { ranks, ranksPerDomain: Math.min(ranks, link.gpusPerDomain) };
  return scattered
    ? secondsOf("all-gather", bytes, group, link) + secondsOf("reduce-scatter", bytes, group, link)
    : secondsOf("all-reduce", bytes, group, link);
}

/** Context parallelism passes every rank's keys and values to all others while attention runs on those already there. */
function contextSeconds(context: LayerContext, tokens: number, layout: ParallelLayout): number {
  if (layout.context <= 1) return 0;
  const { link, model, software } = context;
  const perDomain = ranksOfDomain(layout.context, link.gpusPerDomain / layout.tensor);
  const group = { ranks: layout.context, ranksPerDomain: perDomain };
  const width = (2 * model.kvHeads * model.headDim) / Math.min(layout.tensor, model.kvHeads);
  const bytes = 2 * tokens * layout.context * width;
  return secondsOf("all-gather", bytes, group, link) * (1 - software.contextOverlap);
}

/**
 * Expert parallelism sends each token to its experts' ranks and back: two all-to-alls of `k s b h` elements. Current libraries
 * send a token only once to each domain that holds one of its experts, `D (1 - (1 - 1/D)^k)` domains of D on average, and
 * with FP8 training send it there in one byte an element.
 *
 * @see https://github.com/deepseek-ai/DeepEP
 */
function expertTransferSeconds(context: LayerContext, tokens: number, layout: ParallelLayout): number {
  if (layout.expert <= 1) return 0;
  const { link, model, software } = context;
  const perDomain = ranksOfDomain(layout.expert, link.gpusPerDomain / expertTensorOf(layout));
  const group = { ranks: layout.expert, ranksPerDomain: perDomain };
  const k = model.experts!.activePerToken;
  const domains = layout.expert / perDomain;
  const copies = software.expertDeduplication && domains > 1 ? Math.min(k, domains * (1 - (1 - 1 / domains) ** k)) : k;
  const elements = (tokens * copies * model.hiddenSize) / layout.tensor;
  const there = context.precision === "bf16" || !software.expertDeduplication ? 2 : 1;
  const once =
    secondsOf("all-to-all", there * elements, group, link) + secondsOf("all-to-all", 2 * elements, group, link);
  return once * (1 - software.expertOverlap);
}

/**
 * Forward times of one layer: GEMMs against the calibrated share of the peak, with the loss of their last wave; memory-bound
 * operations against the memory's bandwidth; collectives against the links.
 *
 * @see https://arxiv.org/abs/2205.05198 table 4, which these times are held against
 */
export function layerForward(context: LayerContext, layout: ParallelLayout, moeLayer: boolean): LayerTime {
  const { model } = context;
  const tokens = (layout.microBatchSequences * context.sequenceLength) / layout.context;
  const moe = moeLayer ? model.experts : null;
  const f = moe ? moe.shared * moe.ffnHiddenSize : model.ffnHiddenSize;
  const routedWidth = moe ? moe.activePerToken * (moe.ffnHiddenSize + 2 * model.hiddenSize) : 0;
  return {
    gemm: linearSeconds(context, tokens, layout.tensor, f) + (moe ? expertSeconds(context, tokens, layout) : 0),
    attention: attentionSeconds(context, tokens, layout.tensor),
    elementwise:
      elementwiseSeconds(context, tokens, layout, f + routedWidth) +
      (moe ? expertBiasSeconds(context, tokens, layout.tensor) : 0),
    tensor: tensorSeconds(context, tokens, layout, moeLayer),
    context: contextSeconds(context, tokens, layout),
    expert: moe ? expertTransferSeconds(context, tokens, layout) : 0,
  };
}
