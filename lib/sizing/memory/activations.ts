import type { ModelArchitecture } from "../../model/model";
import { ACTIVATION_OPTIONS, LAYOUT } from "../inputs/check-inputs";
import { modelCheck } from "../inputs/check-model";
import { flag, number, requireAll } from "../inputs/check-shape";
import { expertTensorOf, type ParallelLayout, type Recompute } from "../parallelism/parallel-layout";
import type { LoraTargets } from "./lora-adapter";

/** What of an adapter sets what its layers keep. */
export interface AdaptedLayers {
  readonly quantized: boolean;
  readonly targets?: LoraTargets;
  /** See `Adapter.prepared`. */
  readonly prepared?: boolean;
}

/** How the layers are computed, as far as it sets what is kept for the backward pass. */
export interface ActivationOptions {
  /** Tokens of a sequence. */
  readonly sequenceLength: number;
  /** `flash` keeps no score matrix; `unfused` keeps it, its softmax and its dropout. */
  readonly attention: "flash" | "unfused";
  /** Dropout after attention, FFN and softmax, with one-byte masks (GPT); later models have none. */
  readonly dropout: boolean;
  /** LoRA or QLoRA: the layers' own weights are frozen. @default - full training */
  readonly adapter?: AdaptedLayers;
  /** Norms and gated activations run operation by operation, as in plain PyTorch, and keep what is in between. @default false */
  readonly unfusedElementwise?: boolean;
  /** Hugging Face's models and PEFT in plain PyTorch: see `TrainingSoftware.huggingFace`. @default false */
  readonly huggingFace?: boolean;
  /**
   * Transformers 4, PEFT and Accelerate of 2024: experts run one by one, AdamW copies all parameters once per step, and FSDP in
   * mixed precision keeps the hidden states between layers in FP32 where adapters are trained. Read off one publication
   * (docs/validation/fms-memory.json). @default false
   */
  readonly transformers4?: boolean;
  /** Bytes each logit takes at the peak. @default 4 */
  readonly logitBytes?: number;
  /** What ZeRO 3 gathers at a time. @default "layer" */
  readonly gather?: "layer" | "matrix";
  /** Bytes an element that GEMMs keep of their inputs: 2, or 1 with FP8 training. @default 2 */
  readonly gemmInputBytes?: number;
}

/** Tokens of a microbatch that one context-parallel rank holds. */
export function microBatchTokens(layout: ParallelLayout, sequenceLength: number): number {
  return (layout.microBatchSequences * sequenceLength) / layout.context;
}

/**
 * An RMS norm written out in PyTorch keeps a copy of its input in FP32. LayerNorm, which models without gated FFN have, is one
 * operation there too.
 */
const UNFUSED_NORM_BYTES = 4;

/** Bytes a token of what tensor parallelism does not divide: inputs of norms and of the first GEMMs, dropout masks. */
function undividedBytes(model: ModelArchitecture, options: ActivationOptions, recompute: Recompute): number {
  const h = model.hiddenSize;
  const norms = model.normsPerLayer ?? 2;
  const normOutputs = recompute === "elementwise" ? 0 : 2 * (options.gemmInputBytes ?? 2);
  const unfused = options.unfusedElementwise && recompute !== "elementwise" && model.gatedFfn;
  const copies = unfused ? UNFUSED_NORM_BYTES * norms : 0;
  const headNorms = unfused && options.huggingFace ? headNormBytes(model, options) : 0;
  return h * (2 * norms + normOutputs + copies + (options.dropout ? 2 : 0)) + headNorms;
}

/** Norms of queries and keys keep the copy in FP32 too and, where their weights are trained, the normalized values. */
function headNormBytes(model: ModelArchitecture, options: ActivationOptions): number {
  if (!model.qkNorm) return 0;
  const width = (model.attentionHeads + model.kvHeads) * model.headDim;
  return width * (UNFUSED_NORM_BYTES + (options.adapter ? 0 : 2));
}

function attentionWidth(model: ModelArchitecture): { qkv: number; output: number } {
  const { attentionHeads: a, kvHeads: k, headDim: d } = model;
  const latent = model.latentAttention;
  if (!latent) return { qkv: (a + 2 * k) * d, output: a * d };
  const keyed = a * (2 * (d + latent.ropeHeadDim) + latent.valueHeadDim);
  return { qkv: keyed + (latent.queryRank ?? 0) + latent.kvRank + latent.ropeHeadDim, output: a * latent.valueHeadDim };
}

/**
 * Bytes a token of one FFN of `f` hidden units: what the nonlinearity reads and what the last GEMM reads; where the gate is not
 * fused with its product, the nonlinearity's result too.
 */
function ffnBytes(model: ModelArchitecture, options: ActivationOptions, recompute: Recompute, f: number): number {
  const output = recompute === "elementwise" ? 0 : (options.gemmInputBytes ?? 2);
  const gate = options.unfusedElementwise && recompute !== "elementwise" ? 6 : 4;
  return ((model.gatedFfn ? gate : 2) + output) * f;
}

/**
 * Bytes a token that the dropout before each adapter keeps: a copy of the layer's input, for adapters on all linear layers (the
 * few of query and value are in what {@link frozenBytes} counts anyway). Read off LitGPT's code, whose three recipes of that kind
 * in 16 bits (TinyLlama, Phi-2, Phi-3) need 2.4 to 2.7 GB more than without it.
 */
function dropoutBytes(model: ModelArchitecture, targets: LoraTargets | undefined, f: number): number {
  if (targets !== "all-linear") return 0;
  const { hiddenSize: h, attentionHeads: a, headDim: d, gatedFfn } = model;
  return 2 * ((gatedFfn ? 3 : 2) * h + a * d + f);
}

/**
 * Bytes a token by which frozen weights change what a layer keeps. A frozen linear layer does not need its input (here those of
 * the FFN, 2 h + 2 f). Run operation by operation, an adapter's branch keeps about as much (dropout's result, casts to the
 * adapter's format); bitsandbytes' product of quantized weights keeps the inputs of all linear layers all the same
 * (LitGPT's Llama 2 7B: 7.8 GB per sequence of 1,304 tokens in 16 bits, 9.9 in NF4).
 */
function frozenBytes(model: ModelArchitecture, options: ActivationOptions, recompute: Recompute, f: number): number {
  if (!options.adapter) return 0;
  if (options.huggingFace) return peftBytes(model, options.adapter, f);
  const h = model.hiddenSize;
  if (options.unfusedElementwise) {
    return (options.adapter.quantized ? 6 * h + 2 * f : 0) + dropoutBytes(model, options.adapter.targets, f);
  }
  return options.adapter.quantized || recompute === "elementwise" ? 0 : -(2 * h + 2 * f);
}

/**
 * The same for PEFT on Hugging Face's models: of a frozen norm only the copy in FP32 stays, of a frozen linear layer nothing, and
 * each adapter keeps its own 16-bit copy of the layer's input, cast to the adapter's FP32 and back by autocast. Quantized layers
 * pass their input on as it is, so that layers with one input share it.
 *
 * @see https://github.com/huggingface/peft src/peft/tuners/lora/layer.py and bnb.py (0.21.0)
 * @see https://github.com/bitsandbytes-foundation/bitsandbytes bitsandbytes/autograd/_functions.py (0.50.2: MatMul4Bit keeps weights alone)
 */
function peftBytes(model: ModelArchitecture, { quantized, targets = "all-linear" }: AdaptedLayers, f: number): number {
  const { hiddenSize: h, attentionHeads, headDim, gatedFfn, normsPerLayer = 2 } = model;
  const output = attentionHeads * headDim;
  const shared = (layers: number) => (quantized ? 1 : layers) * h;
  const inputs = {
    "query-value": shared(2),
    attention: shared(3) + output,
    "all-linear": shared(3) + output + shared(gatedFfn ? 2 : 1) + f,
  }[targets];
  return 2 * inputs - (2 * normsPerLayer * h + 4 * h + 2 * f);
}

/** Bytes a token and GPU of a layer's attention core that selective recomputation drops: scores, softmax, its dropout. */
function scoreBytes(model: ModelArchitecture, options: ActivationOptions): number {
  if (options.attention === "flash") return 4 * model.attentionHeads;
  return (options.dropout ? 5 : 2) * model.attentionHeads * options.sequenceLength;
}

/**
 * Bytes that one layer of one microbatch keeps for the backward pass on each GPU, 16-bit activations.
 *
 * For GPT (`a` heads, hidden `h`, `t` tensor ranks): `s b h (10 + 24/t + 5 a s/(h t))`; with sequence parallelism
 * `s b h/t (34 + 5 a s/h)`; selective recomputation takes the last term away; full keeps the layer's input, `2 s b h`. Gated
 * FFNs, grouped heads, experts and flash attention follow from the same accounting of each operation's inputs.
 *
 * @param moeLayer the layer's FFN is routed experts.
 * @example GPT-3 175B, s 2048, b 1, t 8, sequence parallel and selective: 34 s b h/t = 107 MB.
 * @throws WarpformError for a model, layout or options that make no sense
 * @see https://arxiv.org/abs/2205.05198 table 2
 */
export function activationBytesPerLayer(
  model: ModelArchitecture,
  layout: ParallelLayout,
  options: ActivationOptions,
  moeLayer = false,
): number {
  requireAll("activationBytesPerLayer", {
    model: [model, modelCheck],
    layout: [layout, LAYOUT],
    options: [options, ACTIVATION_OPTIONS],
    moeLayer: [moeLayer, flag],
  });
  return layerActivationBytes(model, layout, options, moeLayer);
}

/** {@link activationBytesPerLayer} without checks, for loops over many layouts. */
export function layerActivationBytes(
  model: ModelArchitecture,
  layout: ParallelLayout,
  options: ActivationOptions,
  moeLayer = false,
): number {
  const tokens = microBatchTokens(layout, options.sequenceLength);
  const shared = layout.sequenceParallel ? layout.tensor : 1;
  if (layout.recompute === "full") return (tokens * hiddenStateBytes(layout, options) * model.hiddenSize) / shared;
  return tokens * layerBytesPerToken(model, options, layout, moeLayer);
}

/** Bytes of a hidden state between layers: 16 bits, or FP32 of prepared models and of adapters under FSDP as of 2024. */
function hiddenStateBytes({ zeroStage }: ParallelLayout, { adapter, transformers4 }: ActivationOptions): number {
  return adapter?.prepared || (adapter && transformers4 && zeroStage === 3) ? 4 : 2;
}

function layerBytesPerToken(
  model: ModelArchitecture,
  options: ActivationOptions,
  layout: ParallelLayout,
  moeLayer: boolean,
): number {
  const { tensor, recompute } = layout;
  const shared = layout.sequenceParallel ? tensor : 1;
  const { qkv, output } = attentionWidth(model);
  const scores = recompute === "selective" && options.attention === "unfused" ? 0 : scoreBytes(model, options);
  // FP8 training keeps attention's output twice: for the attention itself and, in one byte, for the projection.
  const outputBytes = options.gemmInputBytes === 1 ? 3 : 2;
  const divided = 2 * qkv + outputBytes * output + scores;
  const undivided = undividedBytes(model, options, recompute);
  const ffn = (f: number) => ffnBytes(model, options, recompute, f);
  const moe = model.experts;
  const frozen = frozenBytes(model, options, recompute, model.ffnHiddenSize);
  if (!moeLayer || !moe) return undivided / shared + (divided + frozen + ffn(model.ffnHiddenSize)) / tensor;
  // Each rank routes its own share of the tokens, and keeps each expert's input and output (2 + 2 bytes x h) and FFN; the input
  // of all ranks that share an expert's matrices.
  const input = 2 * model.hiddenSize * expertTensorOf(layout);
  const routed = moe.activePerToken * (input + 2 * model.hiddenSize + ffn(moe.ffnHiddenSize)) + 4 * moe.count;
  const sharedExperts = moe.shared * ffn(moe.ffnHiddenSize);
  return undivided / shared + (divided + sharedExperts) / tensor + routed / tensor;
}

/**
 * Hidden units of the FFN, times their 16-bit values, whose gradients are alive at once in a layer's backward pass: of the
 * nonlinearity's product while those of its factors are made; of the FFN's last linear layer with an FP32 adapter, the base's,
 * and the adapter's in FP32 and cast to 16 bits.
 */
function gradientValues(model: ModelArchitecture, { adapter, huggingFace }: ActivationOptions): number {
  if (adapter && huggingFace) return 4;
  return model.gatedFfn ? 3 : 2;
}

/** Bytes of one whole layer while full recomputation runs it again, and of the gradients of its FFN on their way back. */
export function recomputedLayerBytes(
  model: ModelArchitecture,
  layout: ParallelLayout,
  options: ActivationOptions,
): number {
  const kept = layout.recompute === "full" ? { ...layout, recompute: "none" as const } : layout;
  const moe = model.experts;
  // experts that a loop runs one by one have the gradients of their own tokens alone
  const atOnce = options.transformers4 && moe ? 1 / moe.count : 1;
  const hidden = moe ? moe.activePerToken * moe.ffnHiddenSize * atOnce : model.ffnHiddenSize;
  const tokens = microBatchTokens(layout, options.sequenceLength);
  const gradients = (2 * tokens * gradientValues(model, options) * hidden) / layout.tensor;
  return layerActivationBytes(model, kept, options, moe !== null) + gradients;
}

/**
 * Bytes of a layer's input gathered over the tensor ranks for its products, and of the partial sums before they are scattered:
 * short-lived, and kept in shares alone.
 *
 * @see https://arxiv.org/abs/2205.05198 section 4.2.2
 */
export function gatheredSequenceBytes(
  model: ModelArchitecture,
  layout: ParallelLayout,
  options: Pick<ActivationOptions, "sequenceLength">,
): number {
  if (!layout.sequenceParallel || layout.tensor === 1) return 0;
  return 2 * 2 * microBatchTokens(layout, options.sequenceLength) * model.hiddenSize;
}

/**
 * Layers' worth of activations that the first stage holds at its peak: the plain 1F1B schedule keeps `p` microbatches of
 * `L/p` layers, the interleaved one `L (1 + (p-1)/(p v))`; never more than the microbatches of a step.
 *
 * @throws WarpformError for layers, ranks or microbatches that are not positive
 * @see https://arxiv.org/abs/2205.05198 section 4.2.3
 */
export function firstStageLayers(layers: number, layout: ParallelLayout, microBatchCount: number): number {
  requireAll("firstStageLayers", {
    layers: [layers, number({ min: 1, max: 10_000_000 })],
    layout: [layout, LAYOUT],
    microBatchCount: [microBatchCount, number({ above: 0, max: 100_000_000, use: "use microBatches" })],
  });
  return layersInFlight(layers, layout, microBatchCount);
}

/** {@link firstStageLayers} without checks, for loops over many layouts; later stages start later and hold fewer. */
export function layersInFlight(layers: number, layout: ParallelLayout, microBatchCount: number, stage = 0): number {
  const { pipeline: p, virtualStages: v } = layout;
  const perChunk = layers / (p * v);
  const inFlight = v > 1 ? p * v + p - 1 - 2 * stage : p - stage;
  return perChunk * Math.min(inFlight, microBatchCount * v);
}

/**
 * Bytes outside the layers. First stage: the embedding's dropout mask for each microbatch in flight. Last stage: the final
 * norm's and the output layer's inputs, and the logits in FP32, or with all
 * the copies that a loss without fusion makes.
 *
 * @see https://arxiv.org/abs/2205.05198 section 4.3
 */
export function outerActivationBytes(
  model: ModelArchitecture,
  layout: ParallelLayout,
  options: ActivationOptions,
): { readonly first: number; readonly last: number } {
  const tokens = microBatchTokens(layout, options.sequenceLength);
  const shared = layout.sequenceParallel ? layout.tensor : 1;
  const first = options.dropout ? (tokens * model.hiddenSize * layout.pipeline) / shared : 0;
  const last =
    (tokens * 4 * model.hiddenSize) / shared +
    (tokens * (options.logitBytes ?? 4) * model.vocabularySize) / layout.tensor;
  return { first, last };
}
