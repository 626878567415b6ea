import { GIB } from "../units/bytes";
import { layerActivationBytes, layersInFlight, outerActivationBytes, recomputedLayerBytes } from "./activations";
import { MEMORY_JOB } from "./check-inputs";
import { requireLegal } from "./check-training";
import type { ParallelLayout } from "./parallel-layout";
import { gpusOf, microBatchesOf } from "./parallel-layout";
import { countParameters, type ParameterCount } from "./parameters";
import { endsGiveUpLayer, layersOfStage } from "./pipeline-stage";
import type { Range } from "./range";
import { type TrainingMemoryJob, type TrainingState, trainingState } from "./training-state";

/**
 * What no formula of the model gives, on each GPU: CUDA context and driver (0.5 to 1.5 GiB), communication buffers (0.5 to
 * 3 GiB, growing with the number of communicators), cuBLAS and cuDNN workspaces. An admission, not a derivation: read off
 * memory snapshots of PyTorch jobs, where it runs from 1.5 to 5 GiB.
 */
export const FRAMEWORK_BYTES: Range = { low: 1.5 * GIB, expected: 2.5 * GIB, high: 5 * GIB };

/**
 * The same for one GPU alone, without communicators: 1.5 GiB by the shortest sequence of Qwen 7B with LoRA on one A100
 * (20.1 GB, of which 18.5 are weights, adapters and logits).
 */
const LONE_FRAMEWORK_BYTES: Range = { low: 0.7 * GIB, expected: 1.5 * GIB, high: 4 * GIB };

/** Share by which the caching allocator's fragmentation enlarges activations and temporaries. */
export const FRAGMENTATION: Range = { low: 0, expected: 0.03, high: 0.12 };

/** Memory of the fullest GPU, bytes, part by part; `total` has the range. */
export interface TrainingMemory {
  readonly weights: number;
  readonly gradients: number;
  readonly optimizer: number;
  readonly activations: number;
  /** Short-lived: a layer being recomputed, gathered layers of FSDP, logits. */
  readonly temporary: number;
  readonly framework: number;
  readonly total: Range;
  /** Parameters that this GPU holds or has a share of. */
  readonly parametersPerGpu: number;
}

/**
 * Layers' worth of activations of the first stage or, where its first chunk gives up a layer for the embedding, of the second,
 * which then holds more.
 */
function fullestStageLayers(layers: number, whole: number, layout: ParallelLayout, microBatches: number): number {
  const first = layersInFlight(whole, layout, microBatches);
  if (!endsGiveUpLayer(layers, layout.pipeline)) return first;
  const ofFirstChunk = layout.virtualStages > 1 ? 2 * layout.pipeline - 1 : layout.pipeline;
  return Math.max(
    first - Math.min(ofFirstChunk, microBatches),
    layersInFlight(whole, layout, microBatches, Math.min(1, layout.pipeline - 1)),
  );
}

/** Activation bytes of the fullest stage: the first, which has most microbatches in flight, or the last, with the logits. */
function stageActivations(job: TrainingMemoryJob, layout: ParallelLayout, count: ParameterCount) {
  const { model } = job;
  const dense = layerActivationBytes(model, layout, job);
  const moe = count.moeLayers > 0 ? layerActivationBytes(model, layout, job, true) : 0;
  const perLayer = (count.denseLayers * dense + count.moeLayers * moe) / model.layers;
  const runs = microBatchesOf(layout, job.globalBatchSequences);
  const whole = layersOfStage(model.layers, layout.pipeline) * layout.pipeline;
  const first = perLayer * fullestStageLayers(model.layers, whole, layout, runs);
  const outer = outerActivationBytes(model, layout, job);
  if (layout.pipeline === 1) return { kept: first + outer.first, temporary: outer.last };
  const lastLayers = (whole / layout.pipeline) * (layout.virtualStages > 1 ? 1 + 1 / layout.virtualStages : 1);
  const last = perLayer * lastLayers + outer.last;
  return last > first + outer.first
    ? { kept: perLayer * lastLayers, temporary: outer.last }
    : { kept: first + outer.first, temporary: 0 };
}

/** What comes and goes in a step: activations kept for the backward pass, and what lives shorter than those. */
function workingMemory(job: TrainingMemoryJob, layout: ParallelLayout, count: ParameterCount, state: TrainingState) {
  const { kept, temporary: logits } = stageActivations(job, layout, count);
  const recomputed = layout.recompute === "full" ? recomputedLayerBytes(job.model, layout, job) : 0;
  return { kept, temporary: Math.max(logits, recomputed) + state.gathered + state.dequantized };
}

/**
 * Memory that the fullest GPU of a training job needs.
 *
 * weights + gradients + optimizer (divided by tensor, pipeline and, as the ZeRO stage says, data ranks) + activations of the
 * first pipeline stage + temporaries + {@link FRAMEWORK_BYTES}.
 *
 * @example 7.5 billion parameters, 64 data-parallel ranks, ZeRO 1: 31.4 GB of state (ZeRO, figure 1).
 * @throws WarpformError when the layout does not divide the model or the batch, or a number is out of range.
 * @see https://arxiv.org/abs/1910.02054
 * @see https://arxiv.org/abs/2205.05198
 */
export function trainingMemory(job: TrainingMemoryJob, layout: ParallelLayout): TrainingMemory {
  requireLegal("training memory", job, layout, MEMORY_JOB);
  return memoryOfLayout(job, layout, countParameters(job.model));
}

/** {@link trainingMemory} without checks, for loops over many layouts of one job. */
export function memoryOfLayout(
  job: TrainingMemoryJob,
  layout: ParallelLayout,
  count: ParameterCount,
  state: TrainingState = trainingState(job, layout, count),
): TrainingMemory {
  const { parameters, weights, gradients, optimizer } = state;
  const { kept, temporary } = workingMemory(job, layout, count, state);
  const fixed = weights + gradients + optimizer;
  const moving = kept + temporary;
  const framework = gpusOf(layout) === 1 ? LONE_FRAMEWORK_BYTES : FRAMEWORK_BYTES;
  return {
    weights,
    gradients,
    optimizer,
    activations: kept,
    temporary,
    framework: framework.expected + moving * FRAGMENTATION.expected,
    total: {
      low: fixed + moving * (1 + FRAGMENTATION.low) + framework.low,
      expected: fixed + moving * (1 + FRAGMENTATION.expected) + framework.expected,
      high: fixed + moving * (1 + FRAGMENTATION.high) + framework.high,
    },
    parametersPerGpu: parameters.dense + parameters.experts,
  };
}
