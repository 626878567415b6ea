import type { ModelArchitecture } from "../../model/model";
import { requireModel } from "../inputs/check-model";

/** Weights of a transformer, counted one by one; every field is a number of parameters. */
export interface ParameterCount {
  /** Token embedding, and learned positions where there are any. */
  readonly embedding: number;
  /** Output projection to the vocabulary; 0 where it is the embedding's own matrix. */
  readonly outputHead: number;
  /** Attention of one layer, all projections and their biases. */
  readonly attentionPerLayer: number;
  /** FFN of one dense layer. */
  readonly denseFfnPerLayer: number;
  /** One routed expert; 0 for a dense model. */
  readonly expert: number;
  /** Router and shared experts of one mixture-of-experts layer; 0 for a dense model. */
  readonly sharedMoePerLayer: number;
  /** Norms of one layer. */
  readonly normsPerLayer: number;
  /** The last norm, and the one after the embedding where there is one. */
  readonly outerNorms: number;
  /** Layers with a dense FFN, and layers with routed experts. */
  readonly denseLayers: number;
  readonly moeLayers: number;
  /** All of them: what memory and checkpoints hold. */
  readonly total: number;
  /** Those that one token passes through: all but the experts it is not routed to. */
  readonly active: number;
  /** All routed experts of all layers. */
  readonly experts: number;
  /** Attention of all layers that have it, and the mixers of state layers. */
  readonly mixers: number;
}

function attentionParameters(model: ModelArchitecture): number {
  const { hiddenSize: h, attentionHeads: a, kvHeads, headDim: d } = model;
  const latent = model.latentAttention;
  if (latent) {
    const queryHead = d + latent.ropeHeadDim;
    const query =
      latent.queryRank === null ? h * a * queryHead : latent.queryRank * (h + 1) + latent.queryRank * a * queryHead;
    const keyValue = h * (latent.kvRank + latent.ropeHeadDim) + latent.kvRank;
    return query + keyValue + latent.kvRank * a * (d + latent.valueHeadDim) + a * latent.valueHeadDim * h;
  }
  const qkv = (a + 2 * kvHeads) * d;
  const bias = model.biases === "all" ? qkv + h : model.biases === "qkv" ? qkv : 0;
  const gate = model.attentionGate ? h * a * d : 0;
  return h * qkv + a * d * h + gate + bias + (model.qkNorm ? 2 * d : 0);
}

function ffnParameters(model: ModelArchitecture, ffnHiddenSize: number): number {
  const bias = model.biases === "all" ? (model.gatedFfn ? 2 : 1) * ffnHiddenSize + model.hiddenSize : 0;
  return (model.gatedFfn ? 3 : 2) * model.hiddenSize * ffnHiddenSize + bias;
}

/**
 * Counts the parameters of a transformer from its shape.
 *
 * With hidden size h, a heads and k key-value heads of size d, FFN size f, vocabulary V and L layers, a gated model without
 * biases has `L (h d (2a + 2k) + 3 h f + 2h) + h + V h (2 or, tied, 1)`; GPT has biases, LayerNorms of two vectors and learned
 * positions: `L (12 h^2 + 13 h) + (V + s) h + 2h`. A mixture of experts replaces the FFN by a router (h x experts), shared and
 * routed experts.
 *
 * @example Llama 3.1 8B: 8,030,261,248, the sum of the tensors of its published checkpoint.
 * @throws WarpformError for a model whose sizes make no sense
 * @see https://arxiv.org/abs/2104.04473 (equation 2, for GPT)
 */
export function parameterCount(model: ModelArchitecture): ParameterCount {
  requireModel("parameterCount", model);
  return countParameters(model);
}

/** Layers of a transformer without state layers. */
const attentionAlone = (layers: number) => ({
  attentionLayers: layers,
  stateLayers: 0,
  ffnLayers: layers,
  stateParameters: 0,
});

/** {@link parameterCount} without checks. */
export function countParameters(model: ModelArchitecture): ParameterCount {
  const { hiddenSize: h, layers, experts: moe } = model;
  const norm = model.biases === "all" ? 2 * h : h;
  const outerNorms = model.embeddingNorm ? 2 * norm : norm;
  const { attentionLayers, stateLayers, ffnLayers, stateParameters } = model.hybrid ?? attentionAlone(layers);
  const denseLayers = moe ? moe.denseLayers : ffnLayers;
  const moeLayers = ffnLayers - denseLayers;
  const embedding = (model.vocabularySize + (model.learnedPositions ?? 0)) * h;
  const outputHead = model.tiedEmbeddings ? 0 : model.vocabularySize * h;
  const attentionPerLayer = attentionParameters(model);
  const mixers = attentionLayers * attentionPerLayer + stateLayers * stateParameters;
  const denseFfnPerLayer = denseLayers > 0 ? ffnParameters(model, model.ffnHiddenSize) : 0;
  const expert = moe ? ffnParameters(model, moe.ffnHiddenSize) : 0;
  const router = moe ? moe.count * (h + (moe.routerBias ? 1 : 0)) : 0;
  const sharedMoePerLayer = moe ? router + moe.shared * expert : 0;
  const normsPerLayer = (model.normsPerLayer ?? 2) * norm;
  const shared =
    embedding +
    outputHead +
    outerNorms +
    mixers +
    layers * normsPerLayer +
    denseLayers * denseFfnPerLayer +
    moeLayers * sharedMoePerLayer;
  const experts = moe ? moeLayers * moe.count * expert : 0;
  return {
    embedding,
    outputHead,
    attentionPerLayer,
    denseFfnPerLayer,
    expert,
    sharedMoePerLayer,
    normsPerLayer,
    outerNorms,
    denseLayers,
    moeLayers,
    total: shared + experts,
    active: shared + (moe ? moeLayers * moe.activePerToken * expert : 0),
    experts,
    mixers,
  };
}
