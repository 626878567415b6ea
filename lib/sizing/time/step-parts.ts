import { gpusOf, microBatchesOf, type ParallelLayout } from "../parallelism/parallel-layout";
import type { StageParameters } from "../parallelism/pipeline-stage";
import { ROUTED_ELEMENT_SECONDS } from "./routed-element";
import { type StepBasis, stepBasis } from "./step-basis";
import type { StepContext } from "./step-context";

/** Seconds of one step on the slowest GPU, by cause; they add up to the step. */
export interface StepParts {
  /** GEMMs of layers and output head, forward and backward. */
  readonly gemm: number;
  readonly attention: number;
  readonly elementwise: number;
  readonly recompute: number;
  /** Communication that compute does not hide. */
  readonly tensor: number;
  readonly context: number;
  readonly expert: number;
  /** The GPU waiting for the host, which launches the kernels of layers of experts. */
  readonly expertLaunch: number;
  /** The same for PEFT's adapters and bitsandbytes' products, in plain PyTorch. */
  readonly adapterLaunch: number;
  readonly data: number;
  readonly pipelineTransfer: number;
  /** Stages waiting for the first and last microbatches, (p-1)/(v m) of the work. */
  readonly pipelineBubble: number;
  readonly optimizer: number;
  /** What the host does between two steps while the GPUs wait. */
  readonly host: number;
  /** Waiting for the slowest of all GPUs. */
  readonly stragglers: number;
}

/**
 * Seconds between two steps, whatever their length: the next batch, the gradients' norm and its way to the host, the learning
 * rate, launching the optimizer. Read off Llama 3.1 8B in FP4 on eight B200 in MLPerf Training v5.1, four submissions of 0.44 to
 * 0.46 s a step.
 */
const HOST_SECONDS = 0.031;

/**
 * Share by which the slowest of N nodes delays a synchronous step, a doubling: clocks, network conflicts, the operating system.
 * Fitted on how published runs lose speed with scale beyond what bubbles and gradients explain.
 */
const STRAGGLER_SHARE_PER_DOUBLING = 0.004;

/** Backward times of the forward's: two GEMMs for one, five products of flash attention for two. */
const BACKWARD = { gemm: 2, flashAttention: 2.5, unfusedAttention: 1.75, elementwise: 1.6 };

/**
 * How much longer a stage's layers of experts take because the host launches hundreds of small kernels for each, and knows how
 * many tokens an expert has only once the router ran: the host's time and the GPU's overlap in part, as the root of the sum of
 * their squares.
 */
function launchSeconds(context: StepContext, layers: number, layout: ParallelLayout, busySeconds: number): number {
  const { count, model, software } = context;
  if (count.moeLayers === 0 || software.expertLaunchSeconds === 0) return 0;
  const share = count.moeLayers / model.layers;
  const host = layers * share * layerLaunchSeconds(context, layout);
  return Math.hypot(busySeconds * share, host) - busySeconds * share;
}

/** The host's time for one layer of experts, all passes of a microbatch. */
function layerLaunchSeconds({ model, software, precision }: StepContext, layout: ParallelLayout): number {
  const { expertLaunchSeconds, expertPass } = software;
  if (expertPass === undefined) return expertLaunchSeconds * (precision === "bf16" ? 0.5 : 1);
  const { forward, backward } = layerPasses(layout);
  const pass = HOST_PASS_SECONDS.layer + expertPass.layer + (expertPass.expert * model.experts!.count) / layout.expert;
  return (forward + backward) * pass;
}

/**
 * Seconds of the GPU to bring tokens to their experts and back in plain PyTorch, forward, backward (twice as much) and once more
 * where layers are recomputed; by the same figure of each routed element as in serving.
 */
function routingSeconds(context: StepContext, layers: number, layout: ParallelLayout): number {
  const { count, model, software } = context;
  if (count.moeLayers === 0 || software.expertPass === undefined) return 0;
  const tokens = (layout.microBatchSequences * context.sequenceLength) / layout.context;
  const elements = tokens * model.experts!.activePerToken * model.hiddenSize;
  const { forward, backward } = layerPasses(layout);
  const share = count.moeLayers / model.layers;
  return (ROUTED_ELEMENT_SECONDS * elements * layers * share * (forward + 2 * backward)) / layout.tensor;
}

/** Passes an adapter's branch makes over each linear layer's input and output: read, add, and again backward. */
const ADAPTER_PASSES = 4;

/**
 * The same in PEFT, forward and backward, counted in its code (src/peft/tuners/lora/layer.py and bnb.py, 0.21.0) as the mean of input and
 * output: casts to FP32 and back, product, scaling and sum each read and write them anew. Quantized layers cast nothing, and copy the result.
 */
const PEFT_PASSES = { plain: { forward: 6.5, backward: 7.5 }, quantized: { forward: 4.5, backward: 4.5 } };

/** Passes over the weights of a layer in a microbatch: forward, backward, and forward once more where layers are recomputed. */
const layerPasses = ({ recompute }: ParallelLayout) => ({ forward: recompute === "full" ? 2 : 1, backward: 1 });

/** Passes of the adapters of a layout. */
function adapterPasses({ software, job }: StepContext, layout: ParallelLayout): number {
  if (!software.huggingFace) return ADAPTER_PASSES;
  const { forward, backward } = PEFT_PASSES[job.adapter!.quantized ? "quantized" : "plain"];
  const passes = layerPasses(layout);
  return forward * passes.forward + backward * passes.backward;
}

/**
 * What an adapter costs a microbatch: its branches' reads and writes beside the frozen layers', and for quantized weights
 * reading them and writing them out in 16 bits, forward, backward and once more where layers are recomputed.
 */
function adapterSeconds(context: StepContext, layout: ParallelLayout, parameters: StageParameters): number {
  const { job, count } = context;
  if (!job.adapter) return 0;
  const rate = context.gpu.memoryBytesPerSecond * context.efficiency.memory;
  const tokens = (layout.microBatchSequences * context.sequenceLength) / layout.context;
  // An adapter's parameters are its rank times the inputs and outputs of the layers it is on.
  const widths = job.adapter.parameters / job.adapter.rank / (layout.tensor * layout.pipeline);
  const branches = (2 * adapterPasses(context, layout) * tokens * widths) / rate;
  if (!job.adapter.quantized) return branches;
  const held = parameters.dense + parameters.experts;
  const { forward, backward } = layerPasses(layout);
  return branches + ((forward + backward) * held * (job.adapter.frozenBytes / count.total + 2 + 2)) / rate;
}

/**
 * Seconds of the host for one pass over a layer in plain PyTorch: for the layer, for each adapter, for each product of quantized
 * weights. Where they are more than the GPU's, the GPU waits. Read off two of the runs of docs/validation/transformers-h200.json, on a
 * virtual machine of 16 cores: Qwen2.5 7B with LoRA (1 x 1024 tokens) and Mistral 7B with QLoRA.
 */
const HOST_PASS_SECONDS = { layer: 0.9e-3, adapter: 0.25e-3, quantized: 0.3e-3 };

/** Adapters of a layer. */
const ADAPTERS_OF = { "query-value": 2, attention: 4, "all-linear": 7 };

function adapterLaunchSeconds(
  { software, job }: StepContext,
  layers: number,
  layout: ParallelLayout,
  busy: number,
): number {
  if (!software.huggingFace || !job.adapter) return 0;
  const { quantized, targets = "all-linear" } = job.adapter;
  const { layer, adapter, quantized: product } = HOST_PASS_SECONDS;
  const pass = layer + adapter * ADAPTERS_OF[targets] + (quantized ? product * ADAPTERS_OF["all-linear"] : 0);
  const { forward, backward } = layerPasses(layout);
  return Math.max(0, (forward + backward) * layers * pass - busy);
}

/** What of the data-parallel ranks' exchanges compute does not hide. */
function exposedExchange(context: StepContext, layout: ParallelLayout, once: number, microBatch: number, runs: number) {
  const { dataOverlap, dataHideable } = context.software;
  const exposed = once - Math.min(microBatch * dataOverlap, once * dataHideable);
  return layout.zeroStage >= 3 ? runs * exposed : exposed;
}

/**
 * Parts of one step: `m` microbatches of forward and backward on the slowest stage, the bubble of `(p-1)/v` more, transfers
 * between stages, gradients, optimizer.
 *
 * @see https://arxiv.org/abs/2104.04473 section 2.2
 */
export function stepParts(
  context: StepContext,
  layout: ParallelLayout,
  basis: StepBasis = stepBasis(context, layout),
): StepParts {
  const { software } = context;
  const { division, microBatch: one } = basis;
  const { forward, head, layers, balanced } = one.stage;
  const runs = microBatchesOf(layout, context.job.globalBatchSequences);
  const flash = software.attention === "flash";
  const attentionBack = flash ? BACKWARD.flashAttention : BACKWARD.unfusedAttention;
  const full = layout.recompute === "full";
  const again = full
    ? forward.gemm + forward.attention + forward.elementwise + forward.tensor + forward.context + forward.expert
    : layout.recompute === "selective" && !flash
      ? forward.attention
      : layout.recompute === "elementwise"
        ? forward.elementwise * 0.7
        : 0;
  const shown = 1 - software.tensorOverlap;
  const tensorBack = shown > 0 ? (forward.tensor / shown) * (1 - software.tensorOverlapBackward) : 0;
  const gemmBack = context.job.adapter ? BACKWARD.gemm / 2 : BACKWARD.gemm;
  const layersGemm = forward.gemm * (1 + gemmBack) + division.accumulation;
  const attention = forward.attention * (1 + attentionBack);
  const elementwise =
    forward.elementwise * (1 + BACKWARD.elementwise) +
    adapterSeconds(context, layout, division.parameters) +
    routingSeconds(context, layers, layout);
  const tensor = forward.tensor + tensorBack;
  const contextParallel = forward.context * 3;
  const expert = forward.expert * 2;
  const busy = layersGemm + attention + elementwise + again + tensor + contextParallel + expert;
  const expertLaunch = launchSeconds(context, layers, layout, busy);
  const adapterLaunch = adapterLaunchSeconds(context, layers, layout, busy + expertLaunch);
  const withoutHead = busy + expertLaunch + adapterLaunch;
  const heads = head * (1 + gemmBack);
  const headBeyond = balanced ? Math.max(0, heads - withoutHead / layers) : heads;
  const gemm = layersGemm + headBeyond;
  const microBatch = withoutHead + headBeyond;
  const bubble = ((layout.pipeline - 1) * withoutHead) / layout.virtualStages;
  const thereAndBack = 2 * layout.virtualStages * one.send * (1 - software.pipelineOverlap);
  const transfer = thereAndBack * (runs + (layout.pipeline - 1) / layout.virtualStages);
  const data = exposedExchange(context, layout, division.exchange, microBatch, runs);
  const { optimizer } = division;
  const domains = Math.max(1, gpusOf(layout) / context.link.gpusPerDomain);
  const working = runs * microBatch + bubble + transfer + data + optimizer;
  return {
    gemm: runs * gemm,
    attention: runs * attention,
    elementwise: runs * elementwise,
    recompute: runs * again,
    tensor: runs * tensor,
    context: runs * contextParallel,
    expert: runs * expert,
    expertLaunch: runs * expertLaunch,
    adapterLaunch: runs * adapterLaunch,
    data,
    pipelineTransfer: transfer,
    pipelineBubble: bubble,
    optimizer,
    host: HOST_SECONDS,
    stragglers: working * STRAGGLER_SHARE_PER_DOUBLING * Math.log2(domains),
  };
}

/** Seconds of a step: its parts added up. */
export function totalSeconds(parts: StepParts): number {
  return (
    parts.gemm +
    parts.attention +
    parts.elementwise +
    parts.recompute +
    parts.tensor +
    parts.context +
    parts.expert +
    parts.expertLaunch +
    parts.adapterLaunch +
    parts.data +
    parts.pipelineTransfer +
    parts.pipelineBubble +
    parts.optimizer +
    parts.host +
    parts.stragglers
  );
}
