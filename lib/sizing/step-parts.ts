import { secondsOf } from "./collectives";
import { gpusOf, microBatchesOf, type ParallelLayout } from "./parallel-layout";
import { stageForward } from "./stage-time";
import type { StepContext } from "./step-context";
import { stageParameters } from "./training-memory";

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
  readonly data: number;
  readonly pipelineTransfer: number;
  /** Stages waiting for the first and last microbatches, (p-1)/(v m) of the work. */
  readonly pipelineBubble: number;
  readonly optimizer: number;
  /** Waiting for the slowest of all GPUs. */
  readonly stragglers: number;
}

/**
 * Share by which the slowest of N nodes delays a synchronous step, a doubling: clocks, network conflicts, the operating system.
 * Fitted on how published runs lose speed with scale beyond what bubbles and gradients explain.
 */
const STRAGGLER_SHARE_PER_DOUBLING = 0.004;

/** Bytes the optimizer reads and writes for each parameter it updates: gradient, master, two moments, weights. */
const OPTIMIZER_BYTES = 30;

/** Backward times of the forward's: two GEMMs for one, five products of flash attention for two. */
const BACKWARD = { gemm: 2, flashAttention: 2.5, unfusedAttention: 1.75, elementwise: 1.6 };

/** Each microbatch reads the gradients of the stage's weights, adds its own and writes them. */
function accumulationSeconds(context: StepContext, layout: ParallelLayout): number {
  if (context.job.adapter) return 0;
  const parameters = stageParameters(context.model, layout, context.count);
  const bytes = 2 * Math.min(4, context.job.state.gradientBytes) * (parameters.dense + parameters.experts);
  return bytes / (context.gpu.memoryBytesPerSecond * context.efficiency.memory);
}

/** Gradients and weights of the data-parallel ranks, as far as compute does not hide them. */
function dataSeconds(context: StepContext, layout: ParallelLayout, microBatchSeconds: number, runs: number): number {
  const ranks = layout.data * layout.context;
  if (ranks <= 1) return 0;
  const { job, link, software, model, count } = context;
  const inDomain = Math.max(1, Math.min(ranks, Math.floor(link.gpusPerDomain / layout.tensor)));
  const group = { ranks, ranksPerDomain: ranks % inDomain === 0 ? inDomain : 1 };
  const parameters = stageParameters(model, layout, count);
  const held = parameters.dense + (layout.expert < ranks ? parameters.experts : 0);
  const trained = job.adapter ? job.adapter.parameters / (layout.tensor * layout.pipeline) : held;
  const gradients = trained * Math.min(4, job.state.gradientBytes);
  const share = job.adapter ? job.adapter.frozenBytes / count.total : job.state.weightBytes;
  const weights = (layout.zeroStage >= 3 ? held : trained) * Math.min(2, share);
  if (layout.zeroStage >= 3) {
    const quick =
      2 * secondsOf("all-gather", weights, group, link) + secondsOf("reduce-scatter", trained * 2, group, link);
    const once = quick / software.dataEfficiency;
    const hidden = Math.min(microBatchSeconds * software.dataOverlap, once * software.dataHideable);
    return runs * (once - hidden);
  }
  const once =
    layout.zeroStage === 0
      ? secondsOf("all-reduce", gradients, group, link)
      : secondsOf("reduce-scatter", gradients, group, link) + secondsOf("all-gather", weights, group, link);
  const hidden = Math.min(microBatchSeconds * software.dataOverlap, once * software.dataHideable);
  return once - hidden;
}

/** Time a stage spends on sending a microbatch on and back: its layers' output, divided over the tensor ranks. */
function transferSeconds(context: StepContext, layout: ParallelLayout): number {
  if (layout.pipeline <= 1) return 0;
  const { link, model, software } = context;
  const perStage = layout.tensor * layout.context * layout.data;
  const tokens = (layout.microBatchSequences * context.sequenceLength) / layout.context;
  const bytes = (2 * tokens * model.hiddenSize) / layout.tensor;
  const group = { ranks: 2, ranksPerDomain: perStage * 2 <= link.gpusPerDomain ? 2 : 1 };
  return 2 * layout.virtualStages * secondsOf("send-receive", bytes, group, link) * (1 - software.pipelineOverlap);
}

function optimizerSeconds(context: StepContext, layout: ParallelLayout): number {
  const parameters = stageParameters(context.model, layout, context.count);
  const adapter = context.job.adapter;
  const trained = adapter
    ? adapter.parameters / (layout.tensor * layout.pipeline)
    : parameters.dense + parameters.experts;
  const shards = layout.zeroStage >= 1 ? layout.data * layout.context : 1;
  const rate = context.gpu.memoryBytesPerSecond * context.efficiency.memory;
  return (trained * OPTIMIZER_BYTES) / shards / rate;
}

/** Passes an adapter's branch makes over each linear layer's input and output: read, add, and again backward. */
const ADAPTER_PASSES = 4;

/**
 * What an adapter costs a microbatch: its branches' reads and writes beside the frozen layers', and for quantized weights
 * reading them and writing them out in 16 bits, forward, backward and once more where layers are recomputed.
 */
function adapterSeconds(context: StepContext, layout: ParallelLayout): number {
  const { job, model, count } = context;
  if (!job.adapter) return 0;
  const rate = context.gpu.memoryBytesPerSecond * context.efficiency.memory;
  const tokens = (layout.microBatchSequences * context.sequenceLength) / layout.context;
  // An adapter's parameters are its rank times the inputs and outputs of the layers it is on.
  const widths = job.adapter.parameters / job.adapter.rank / (layout.tensor * layout.pipeline);
  const branches = (2 * ADAPTER_PASSES * tokens * widths) / rate;
  if (!job.adapter.quantized) return branches;
  const parameters = stageParameters(model, layout, count);
  const held = parameters.dense + parameters.experts;
  const passes = layout.recompute === "full" ? 3 : 2;
  return branches + (passes * held * (job.adapter.frozenBytes / count.total + 2 + 2)) / rate;
}

/**
 * Parts of one step: `m` microbatches of forward and backward on the slowest stage, the bubble of `(p-1)/v` more, transfers
 * between stages, gradients, optimizer.
 *
 * @see https://arxiv.org/abs/2104.04473 section 2.2
 */
export function stepParts(context: StepContext, layout: ParallelLayout): StepParts {
  const { software } = context;
  const { forward, head, layers, balanced } = stageForward(context, layout);
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
  const layersGemm = forward.gemm * (1 + gemmBack) + accumulationSeconds(context, layout);
  const attention = forward.attention * (1 + attentionBack);
  const elementwise = forward.elementwise * (1 + BACKWARD.elementwise) + adapterSeconds(context, layout);
  const tensor = forward.tensor + tensorBack;
  const contextParallel = forward.context * 3;
  const expert = forward.expert * 2;
  const withoutHead = layersGemm + attention + elementwise + again + tensor + contextParallel + expert;
  const heads = head * (1 + gemmBack);
  const headBeyond = balanced ? Math.max(0, heads - withoutHead / layers) : heads;
  const gemm = layersGemm + headBeyond;
  const microBatch = withoutHead + headBeyond;
  const bubble = ((layout.pipeline - 1) * withoutHead) / layout.virtualStages;
  const transfer = transferSeconds(context, layout) * (runs + (layout.pipeline - 1) / layout.virtualStages);
  const data = dataSeconds(context, layout, microBatch, runs);
  const optimizer = optimizerSeconds(context, layout);
  const domains = Math.max(1, gpusOf(layout) / context.link.gpusPerDomain);
  const busy = runs * microBatch + bubble + transfer + data + optimizer;
  return {
    gemm: runs * gemm,
    attention: runs * attention,
    elementwise: runs * elementwise,
    recompute: runs * again,
    tensor: runs * tensor,
    context: runs * contextParallel,
    expert: runs * expert,
    data,
    pipelineTransfer: transfer,
    pipelineBubble: bubble,
    optimizer,
    stragglers: busy * STRAGGLER_SHARE_PER_DOUBLING * Math.log2(domains),
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
    parts.data +
    parts.pipelineTransfer +
    parts.pipelineBubble +
    parts.optimizer +
    parts.stragglers
  );
}
