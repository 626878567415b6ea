import { GIB } from "../../units/bytes";
import { MEMORY_JOB } from "../inputs/check-inputs";
import { requireLegal } from "../inputs/check-training";
import type { Range } from "../inputs/range";
import {
  expertTensorOf,
  gpusOf,
  microBatchesOf,
  type ParallelLayout,
  type Recompute,
} from "../parallelism/parallel-layout";
import { endsGiveUpLayer, layersOfStage } from "../parallelism/pipeline-stage";
import {
  gatheredSequenceBytes,
  layerActivationBytes,
  layersInFlight,
  microBatchTokens,
  outerActivationBytes,
  recomputedLayerBytes,
} from "./activations";
import { countParameters } from "./parameters";
import {
  type LayerBytes,
  type MemoryContext,
  memoryContext,
  type TrainingMemoryJob,
  type TrainingState,
  trainingState,
} from "./training-state";

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

/** Share by which the caching allocator's fragmentation enlarges activations and temporaries, unless the job says otherwise. */
export const FRAGMENTATION: Range = { low: 0, expected: 0.03, high: 0.12 };

/** Memory of the fullest GPU, bytes, part by part; `total` has the range. */
export interface TrainingMemory {
  readonly weights: number;
  /** Those that there are while activations peak, or what a step holds more than that. */
  readonly gradients: number;
  readonly optimizer: number;
  readonly activations: number;
  /** Short-lived: a layer being recomputed, gathered layers of FSDP, gathered sequences, logits. */
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

const RECOMPUTES: readonly Recompute[] = ["none", "elementwise", "selective", "full"];

/** Bytes of a layer: worked out once for all layouts that share what it depends on. */
function layerBytes({ job, count, known }: MemoryContext, layout: ParallelLayout): LayerBytes {
  const { tensor, sequenceParallel, recompute } = layout;
  const tokens = microBatchTokens(layout, job.sequenceLength);
  const shared = expertTensorOf(layout);
  const distinct = Number.isInteger(tokens) && tensor < 1024 && shared < 1024;
  const ranks = (tokens * 1024 + tensor) * 1024 + shared;
  const key = (ranks * 4 + RECOMPUTES.indexOf(recompute)) * 2 + (sequenceParallel ? 1 : 0);
  const before = distinct ? known.get(key) : undefined;
  if (before) return before;
  const { model } = job;
  const dense = layerActivationBytes(model, layout, job);
  const moe = count.moeLayers > 0 ? layerActivationBytes(model, layout, job, true) : 0;
  const bytes = {
    kept: (count.denseLayers * dense + count.moeLayers * moe) / model.layers,
    recomputed: recompute === "full" ? recomputedLayerBytes(model, layout, job) : 0,
  };
  if (distinct) known.set(key, bytes);
  return bytes;
}

/** Activation bytes outside the layers, of the first and the last stage. */
export interface OuterBytes {
  readonly first: number;
  readonly last: number;
}

/** {@link OuterBytes} of a layout, and of those that differ from it in chunks and recomputation. */
export function outerBytes({ job }: MemoryContext, layout: ParallelLayout): OuterBytes {
  return outerActivationBytes(job.model, layout, job);
}

/** What the fullest GPU's memory is made of, recomputation apart: layouts that differ in that alone share it. */
export interface MemoryBasis {
  readonly state: TrainingState;
  /** Layers' worth of activations of the fullest of the first stages, and of the last one. */
  readonly firstLayers: number;
  readonly lastLayers: number;
  readonly outer: OuterBytes;
}

/** The basis of one layout, and of those that differ from it in recomputation. */
export function memoryBasis(
  context: MemoryContext,
  layout: ParallelLayout,
  state: TrainingState = trainingState(context, layout),
  outer: OuterBytes = outerBytes(context, layout),
): MemoryBasis {
  const { model, globalBatchSequences } = context.job;
  const perStage = layersOfStage(model.layers, layout.pipeline);
  const runs = microBatchesOf(layout, globalBatchSequences);
  return {
    state,
    firstLayers: fullestStageLayers(model.layers, perStage * layout.pipeline, layout, runs),
    lastLayers: perStage * (layout.virtualStages > 1 ? 1 + 1 / layout.virtualStages : 1),
    outer,
  };
}

/**
 * Layers whose inputs are on the GPU while those of the others are on the host: tensors that the forward pass keeps until their copies
 * are made (`max_fwd_stash_size`).
 * @see https://github.com/huggingface/trl trl/models/activation_offloading.py (0167b7d)
 */
const OFFLOAD_STASH_LAYERS = 5;

/** Layers' worth of activations that stay on the GPU. */
function onGpu({ offloadActivations }: ParallelLayout, layers: number): number {
  return offloadActivations ? Math.min(layers, OFFLOAD_STASH_LAYERS) : layers;
}

/** What comes and goes in a step: activations kept for the backward pass, and what lives shorter than those. */
function workingMemory(context: MemoryContext, layout: ParallelLayout, basis: MemoryBasis) {
  const { state, outer } = basis;
  const layer = layerBytes(context, layout);
  const first = layer.kept * onGpu(layout, basis.firstLayers) + outer.first;
  // The first stage has most microbatches in flight, the last one the logits.
  const ofLast = layer.kept * onGpu(layout, basis.lastLayers);
  const onLast = layout.pipeline > 1 && ofLast + outer.last > first;
  const logits = onLast || layout.pipeline === 1 ? outer.last : 0;
  return {
    kept: onLast ? ofLast : first,
    temporary:
      Math.max(logits, layer.recomputed) +
      gatheredSequenceBytes(context.job.model, layout, context.job) +
      state.gathered +
      state.dequantized,
  };
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
  return memoryOfLayout(memoryContext(job, countParameters(job.model)), layout);
}

/**
 * Gradients beside the peak of what comes and goes. PyTorch frees them with each step, so that with one microbatch there are none
 * while activations peak, and all once these are gone; with them are the copies that AdamW made by `foreach` until 2024.
 */
function gradientsAtPeak(
  context: MemoryContext,
  layout: ParallelLayout,
  { state }: MemoryBasis,
  moving: number,
): number {
  const { job } = context;
  const { gradients, weights } = state;
  const copies = job.transformers4 && !job.adapter ? weights : 0;
  const inStep = gradients + copies - moving;
  if (!job.huggingFace || microBatchesOf(layout, job.globalBatchSequences) > 1) return Math.max(gradients, inStep);
  const atTheEnd = gradients + layerBytes(context, layout).recomputed - moving;
  return Math.max(0, inStep, Math.min(gradients, atTheEnd));
}

/** Expected bytes of {@link memoryOfLayout} alone, for loops over many layouts. */
export function expectedBytes(context: MemoryContext, layout: ParallelLayout, basis: MemoryBasis): number {
  const { weights, optimizer } = basis.state;
  const { kept, temporary } = workingMemory(context, layout, basis);
  const moving = kept + temporary;
  const fixed = weights + gradientsAtPeak(context, layout, basis, moving) + optimizer;
  return totalBytes(fixed, moving, overheads(context, layout), "expected");
}

/** Bytes that no schedule and no recomputation goes below: {@link expectedBytes} without activations and temporaries. */
export function leastBytes(layout: ParallelLayout, { weights, gradients, optimizer }: TrainingState): number {
  return weights + gradients + optimizer + frameworkBytes(layout).expected;
}

function frameworkBytes(layout: ParallelLayout): Range {
  return gpusOf(layout) === 1 ? LONE_FRAMEWORK_BYTES : FRAMEWORK_BYTES;
}

/** What comes on top of tensors. */
interface Overheads {
  readonly framework: Range;
  /** Share of activations and temporaries that the allocator reserves besides. */
  readonly reserve: Range;
}

/** One GPU alone has no collectives, whose streams keep the allocator from reusing memory at once. */
function overheads({ job }: MemoryContext, layout: ParallelLayout): Overheads {
  const alone = gpusOf(layout) === 1;
  return {
    framework: frameworkBytes(layout),
    reserve: alone ? FRAGMENTATION : (job.allocatorReserve ?? FRAGMENTATION),
  };
}

function totalBytes(fixed: number, moving: number, { framework, reserve }: Overheads, end: keyof Range): number {
  return fixed + moving * (1 + reserve[end]) + framework[end];
}

/** {@link trainingMemory} without checks, for several layouts of one job. */
export function memoryOfLayout(context: MemoryContext, layout: ParallelLayout): TrainingMemory {
  const basis = memoryBasis(context, layout);
  const { parameters, weights, optimizer } = basis.state;
  const { kept, temporary } = workingMemory(context, layout, basis);
  const moving = kept + temporary;
  const gradients = gradientsAtPeak(context, layout, basis, moving);
  const fixed = weights + gradients + optimizer;
  const over = overheads(context, layout);
  return {
    weights,
    gradients,
    optimizer,
    activations: kept,
    temporary,
    framework: over.framework.expected + moving * over.reserve.expected,
    total: {
      low: totalBytes(fixed, moving, over, "low"),
      expected: totalBytes(fixed, moving, over, "expected"),
      high: totalBytes(fixed, moving, over, "high"),
    },
    parametersPerGpu: parameters.dense + parameters.experts,
  };
}
