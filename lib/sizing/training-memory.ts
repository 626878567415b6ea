import type { ModelArchitecture } from "../model/model";
import { GIB } from "../units/bytes";
import {
  type ActivationOptions,
  layerActivationBytes,
  layersInFlight,
  outerActivationBytes,
  recomputedLayerBytes,
} from "./activations";
import { MEMORY_JOB } from "./check-inputs";
import { requireLegal } from "./check-training";
import type { TrainingPrecision } from "./model-memory";
import type { ParallelLayout } from "./parallel-layout";
import { microBatchesOf } from "./parallel-layout";
import { countParameters, type ParameterCount } from "./parameters";
import type { Range } from "./range";

/**
 * What no formula of the model gives, on each GPU: CUDA context and driver (0.5 to 1.5 GiB), communication buffers (0.5 to
 * 3 GiB, growing with the number of communicators), cuBLAS and cuDNN workspaces. An admission, not a derivation: read off
 * memory snapshots of PyTorch jobs, where it runs from 1.5 to 5 GiB.
 */
export const FRAMEWORK_BYTES: Range = { low: 1.5 * GIB, expected: 2.5 * GIB, high: 5 * GIB };

/** Share by which the caching allocator's fragmentation enlarges activations and temporaries. */
export const FRAGMENTATION: Range = { low: 0, expected: 0.03, high: 0.1 };

/** What a training step has to hold, besides the layout. */
export interface TrainingMemoryJob extends ActivationOptions {
  readonly model: ModelArchitecture;
  readonly state: TrainingPrecision;
  /** Sequences of a step over all replicas. */
  readonly globalBatchSequences: number;
  /** LoRA or QLoRA: the model's own weights are frozen, and `state` is that of the adapter. @default - full training */
  readonly adapter?: Adapter;
}

/** What is trained instead of the model's own weights. */
export interface Adapter {
  /** Parameters of the adapter over the whole model: rank x (inputs + outputs) of the layers it is on. */
  readonly parameters: number;
  readonly rank: number;
  /** Bytes of all frozen weights, scales included. */
  readonly frozenBytes: number;
  /** Frozen weights are below 16 bits: each pass writes them out in 16 bits, one matrix at a time. */
  readonly quantized: boolean;
}

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

/** Parameters of one GPU: those of dense layers, embeddings and norms, and those of routed experts. */
export interface StageParameters {
  readonly dense: number;
  readonly experts: number;
}

/** Whether the layers divide evenly only once the two ends give up one each, as Llama 3 405B's 126 over 16 stages do. */
export function endsGiveUpLayer(layers: number, pipeline: number): boolean {
  return pipeline > 1 && layers % pipeline !== 0 && (layers + 2) % pipeline === 0;
}

/** Layers of the fullest pipeline stage; two ends may each give up one layer for the embedding and the output head. */
export function layersOfStage(layers: number, pipeline: number): number {
  return endsGiveUpLayer(layers, pipeline) ? (layers + 2) / pipeline : Math.ceil(layers / pipeline);
}

/**
 * Parameters on each GPU of the first (fullest) pipeline stage. Tensor parallelism divides matrices, not norms, which are too
 * few to matter; experts are divided by the expert-parallel ranks alone.
 */
export function stageParameters(
  model: ModelArchitecture,
  layout: ParallelLayout,
  count: ParameterCount,
): StageParameters {
  const { tensor: t, pipeline: p, expert } = layout;
  const share = 1 / p;
  const ends = p > 1 ? Math.max(count.embedding, count.outputHead) : count.embedding + count.outputHead;
  const tied = p > 1 && model.tiedEmbeddings ? count.embedding : ends;
  const dense =
    share *
    (model.layers * (count.attentionPerLayer + count.normsPerLayer) +
      count.denseLayers * count.denseFfnPerLayer +
      count.moeLayers * count.sharedMoePerLayer);
  return { dense: (dense + tied) / t + count.outerNorms / p, experts: (share * count.experts) / expert };
}

/** Bytes the state takes on one GPU: weights, gradients and what the optimizer updates, each divided as the stage says. */
export function stateBytes(
  state: TrainingPrecision,
  layout: ParallelLayout,
  parameters: StageParameters,
): { weights: number; gradients: number; optimizer: number } {
  const shards = layout.data * layout.context;
  const expertShards = Math.max(1, (shards * layout.tensor) / layout.expert);
  const divide = (from: number) => {
    const divided = layout.zeroStage >= from;
    return parameters.dense / (divided ? shards : 1) + parameters.experts / (divided ? expertShards : 1);
  };
  return {
    weights: state.weightBytes * divide(3),
    gradients: state.gradientBytes * divide(2),
    optimizer: (state.masterBytes + state.optimizerBytes) * divide(1),
  };
}

/** The same with frozen weights: their bytes as stored, and the state of the adapter's share. */
function adapterBytes(
  job: TrainingMemoryJob,
  adapter: Adapter,
  layout: ParallelLayout,
  parameters: StageParameters,
  total: number,
) {
  const shards = layout.data * layout.context;
  const held = (adapter.frozenBytes * (parameters.dense + parameters.experts)) / total;
  const trained = adapter.parameters / (layout.tensor * layout.pipeline);
  const share = layout.zeroStage >= 1 ? shards : 1;
  return {
    weights: held / (layout.zeroStage >= 3 ? shards : 1) + trained * job.state.weightBytes,
    gradients: trained * job.state.gradientBytes,
    optimizer: (trained * (job.state.masterBytes + job.state.optimizerBytes)) / share,
  };
}

/** The largest matrix in 16 bits, while a quantized one is used. */
function dequantizedBytes(job: TrainingMemoryJob, layout: ParallelLayout): number {
  if (!job.adapter?.quantized) return 0;
  return (2 * job.model.hiddenSize * job.model.ffnHiddenSize) / layout.tensor;
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

/**
 * ZeRO 3 gathers weights in 16 bits, the next unit while one computes, and holds the whole gradient of one before it is
 * scattered; the embedding or the output head stays gathered.
 */
function gatheredBytes(job: TrainingMemoryJob, layout: ParallelLayout, count: ParameterCount): number {
  if (layout.zeroStage < 3) return 0;
  const { model } = job;
  const moe = count.moeLayers > 0 ? count.sharedMoePerLayer + (model.experts!.count * count.expert) / layout.expert : 0;
  const layer = count.attentionPerLayer + Math.max(count.denseFfnPerLayer, moe);
  const unit = job.gather === "matrix" ? model.hiddenSize * model.ffnHiddenSize : layer;
  const outer = Math.max(count.embedding, count.outputHead);
  return (2 * (2 * unit + outer + (job.adapter ? 0 : unit))) / layout.tensor;
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
export function memoryOfLayout(job: TrainingMemoryJob, layout: ParallelLayout, count: ParameterCount): TrainingMemory {
  const parameters = stageParameters(job.model, layout, count);
  const { weights, gradients, optimizer } = job.adapter
    ? adapterBytes(job, job.adapter, layout, parameters, count.total)
    : stateBytes(job.state, layout, parameters);
  const { kept, temporary: logits } = stageActivations(job, layout, count);
  const recomputed = layout.recompute === "full" ? recomputedLayerBytes(job.model, layout, job) : 0;
  const temporary = Math.max(logits, recomputed) + gatheredBytes(job, layout, count) + dequantizedBytes(job, layout);
  const fixed = weights + gradients + optimizer;
  const moving = kept + temporary;
  return {
    weights,
    gradients,
    optimizer,
    activations: kept,
    temporary,
    framework: FRAMEWORK_BYTES.expected + moving * FRAGMENTATION.expected,
    total: {
      low: fixed + moving * (1 + FRAGMENTATION.low) + FRAMEWORK_BYTES.low,
      expected: fixed + moving * (1 + FRAGMENTATION.expected) + FRAMEWORK_BYTES.expected,
      high: fixed + moving * (1 + FRAGMENTATION.high) + FRAMEWORK_BYTES.high,
    },
    parametersPerGpu: parameters.dense + parameters.experts,
  };
}
