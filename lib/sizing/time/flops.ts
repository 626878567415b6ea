import type { ModelArchitecture } from "../../model/model";
import { SEQUENCE } from "../inputs/check-inputs";
import { modelCheck } from "../inputs/check-model";
import { flag, oneOf, requireAll } from "../inputs/check-shape";
import { countParameters } from "../memory/parameters";
import type { Recompute } from "../parallelism/parallel-layout";

/** How attention is counted: every pair of tokens (the papers' convention), or only those before a token (what kernels run). */
export type AttentionCount = "full" | "causal";

/** Floating-point operations of one token's forward pass, part by part; a multiply-add counts as two. */
export interface ForwardFlops {
  /** Projections of attention, all layers. */
  readonly attentionLinear: number;
  /** Scores and their product with the values, all layers. */
  readonly attentionCore: number;
  /** FFN, routers and active experts, all layers. */
  readonly ffn: number;
  /** Output head. */
  readonly head: number;
  readonly total: number;
}

/** Tokens that one token attends to, averaged over the layers; a sliding window sees at most its own length. */
function attendedTokens(model: ModelArchitecture, sequenceLength: number, count: AttentionCount): number {
  const whole = count === "causal" ? sequenceLength / 2 : sequenceLength;
  const window = model.slidingWindow;
  if (!window) return whole;
  const globalShare = window.globalEvery > 0 ? Math.floor(model.layers / window.globalEvery) / model.layers : 0;
  return globalShare * whole + (1 - globalShare) * Math.min(whole, window.tokens);
}

/** Widths of a token's query-key product and of its value product over all heads. */
export function attentionWidths(model: ModelArchitecture): number {
  const latent = model.latentAttention;
  if (!latent) return 2 * model.attentionHeads * model.headDim;
  return model.attentionHeads * (model.headDim + latent.ropeHeadDim + latent.valueHeadDim);
}

/**
 * Forward operations of one token: twice the parameters of every matrix it passes through, and `2 x attended tokens x width`
 * for each of the two attention products.
 *
 * @example GPT-3 175B at 2,048 tokens: 3 x forward = 1.08 TFLOP a token, 72 L h^2 (1 + s/6h + V/12Lh).
 * @throws WarpformError for a model or a sequence whose sizes make no sense, or an unknown count
 * @see https://arxiv.org/abs/2104.04473 appendix
 */
export function forwardFlopsPerToken(
  model: ModelArchitecture,
  sequenceLength: number,
  count: AttentionCount = "full",
): ForwardFlops {
  check("forwardFlopsPerToken", model, sequenceLength, count);
  return forwardFlops(model, sequenceLength, count);
}

function check(
  where: string,
  model: ModelArchitecture,
  sequenceLength: number,
  count: AttentionCount,
  recompute: Recompute = "none",
): void {
  requireAll(where, {
    model: [model, modelCheck],
    sequenceLength: [sequenceLength, SEQUENCE],
    count: [count, oneOf(["full", "causal"])],
    recompute: [recompute, oneOf(["none", "elementwise", "selective", "full"])],
  });
}

/** Operations of one token's scores and their product with the values, all layers; without checks. */
export function attentionCoreFlops(model: ModelArchitecture, sequenceLength: number, count: AttentionCount): number {
  const layers = model.hybrid?.attentionLayers ?? model.layers;
  return 2 * layers * attendedTokens(model, sequenceLength, count) * attentionWidths(model);
}

function forwardFlops(model: ModelArchitecture, sequenceLength: number, count: AttentionCount): ForwardFlops {
  const parameters = countParameters(model);
  const moe = model.experts;
  const attentionLinear = 2 * parameters.mixers;
  const attentionCore = attentionCoreFlops(model, sequenceLength, count);
  const active = moe ? parameters.sharedMoePerLayer + moe.activePerToken * parameters.expert : 0;
  const ffn = 2 * (parameters.denseLayers * parameters.denseFfnPerLayer + parameters.moeLayers * active);
  const head = 2 * model.hiddenSize * model.vocabularySize;
  return { attentionLinear, attentionCore, ffn, head, total: attentionLinear + attentionCore + ffn + head };
}

/**
 * Model FLOPs of training on one token: forward, and twice that backward. What MFU divides by; no recomputation.
 *
 * With frozen weights (LoRA, QLoRA) the backward pass of a linear layer computes the input's gradient alone, so its
 * products count twice and not three times; those of attention, which has no weights, count three times still. The
 * adapters' own products, below a hundredth of it at usual ranks, are left out.
 *
 * @throws WarpformError for a model or a sequence whose sizes make no sense, or an unknown count
 * @see https://arxiv.org/abs/2106.09685 section 4.2 (no gradients of the frozen weights)
 */
export function trainingFlopsPerToken(
  model: ModelArchitecture,
  sequenceLength: number,
  count: AttentionCount = "full",
  frozenWeights = false,
): number {
  check("trainingFlopsPerToken", model, sequenceLength, count);
  requireAll("trainingFlopsPerToken", { frozenWeights: [frozenWeights, flag] });
  return trainingFlops(forwardFlops(model, sequenceLength, count), frozenWeights);
}

function trainingFlops(forward: ForwardFlops, frozenWeights: boolean): number {
  if (!frozenWeights) return 3 * forward.total;
  return 2 * (forward.total - forward.attentionCore) + 3 * forward.attentionCore;
}

/**
 * Hardware FLOPs of training on one token: model FLOPs and what is recomputed, the attention core (selective) or a whole
 * forward pass of the layers (full). What HFU divides by.
 *
 * @example GPT with full recomputation: `96 L h^2 (1 + s/6h + V/16Lh)` a token, Megatron-LM's formula.
 * @throws WarpformError for a model or a sequence whose sizes make no sense, or an unknown count
 * @see https://arxiv.org/abs/2104.04473 equation 3
 */
export function hardwareFlopsPerToken(
  model: ModelArchitecture,
  sequenceLength: number,
  recompute: Recompute,
  count: AttentionCount = "full",
  frozenWeights = false,
): number {
  check("hardwareFlopsPerToken", model, sequenceLength, count, recompute);
  requireAll("hardwareFlopsPerToken", { frozenWeights: [frozenWeights, flag] });
  const forward = forwardFlops(model, sequenceLength, count);
  const again =
    recompute === "full" ? forward.total - forward.head : recompute === "selective" ? forward.attentionCore : 0;
  return trainingFlops(forward, frozenWeights) + again;
}
