import { expertTensorOf, type ParallelLayout } from "../parallelism/parallel-layout";
import { endsGiveUpLayer, layersOfStage } from "../parallelism/pipeline-stage";
import { type LayerTime, layerForward } from "./layer-time";
import type { StepContext } from "./step-context";

/** Forward times of one microbatch on the slowest pipeline stage. */
export interface StageTime {
  readonly forward: LayerTime;
  readonly head: number;
  readonly layers: number;
  /** The last stage has one layer less, to make up for the head. */
  readonly balanced: boolean;
}

/** A whole number for what a layer's time depends on: tensor, context and expert ranks, microbatch, sequence parallelism. */
function layerKey(layout: ParallelLayout): number {
  const { tensor, context, expert, microBatchSequences, sequenceParallel } = layout;
  const ranks = ((tensor * 1024 + context) * 4096 + expert) * 64 + expertTensorOf(layout);
  return (ranks * 4096 + microBatchSequences) * 2 + (sequenceParallel ? 1 : 0);
}

/** Forward times of all layers for one microbatch, as if one GPU held them. */
function modelForward(context: StepContext, layout: ParallelLayout): LayerTime {
  const { tensor, context: c, expert, microBatchSequences } = layout;
  const distinct =
    tensor < 1024 && c < 1024 && expert < 4096 && expertTensorOf(layout) < 64 && microBatchSequences < 4096;
  const key = layerKey(layout);
  const known = distinct ? context.known.get(key) : undefined;
  if (known) return known;
  const { count } = context;
  const dense = count.denseLayers > 0 ? layerForward(context, layout, false) : null;
  const moe = count.moeLayers > 0 ? layerForward(context, layout, true) : null;
  const sum = (part: keyof LayerTime) =>
    (dense ? count.denseLayers * dense[part] : 0) + (moe ? count.moeLayers * moe[part] : 0);
  const time: LayerTime = {
    gemm: sum("gemm"),
    attention: sum("attention"),
    elementwise: sum("elementwise"),
    tensor: sum("tensor"),
    context: sum("context"),
    expert: sum("expert"),
  };
  if (distinct) context.known.set(key, time);
  return time;
}

/** Forward times of the slowest stage's layers for one microbatch, and its output head. */
export function stageForward(context: StepContext, layout: ParallelLayout): StageTime {
  const { model, gpu, efficiency } = context;
  const whole = modelForward(context, layout);
  const balanced = endsGiveUpLayer(model.layers, layout.pipeline);
  const layers = layersOfStage(model.layers, layout.pipeline);
  const scale = layers / model.layers;
  const tokens = (layout.microBatchSequences * context.sequenceLength) / layout.context;
  const headFlops = (2 * tokens * model.hiddenSize * model.vocabularySize) / layout.tensor;
  const headBytes = (8 * tokens * model.vocabularySize) / layout.tensor;
  const head =
    headFlops / (gpu.flops.bf16! * efficiency.gemmBf16) + headBytes / (gpu.memoryBytesPerSecond * efficiency.memory);
  return {
    forward: {
      gemm: scale * whole.gemm,
      attention: scale * whole.attention,
      elementwise: scale * whole.elementwise,
      tensor: scale * whole.tensor,
      context: scale * whole.context,
      expert: scale * whole.expert,
    },
    head,
    layers,
    balanced,
  };
}
