import type { ModelArchitecture } from "../../model/model";
import type { Range } from "../inputs/range";
import { expertGroupOf, type ParallelLayout } from "../parallelism/parallel-layout";
import { dividedParameters, type StageParameters, stageParameters } from "../parallelism/pipeline-stage";
import type { ActivationOptions } from "./activations";
import type { LoraTargets } from "./lora-adapter";
import type { TrainingPrecision } from "./model-memory";
import type { ParameterCount } from "./parameters";

/** What a training step has to hold, besides the layout. */
export interface TrainingMemoryJob extends ActivationOptions {
  readonly model: ModelArchitecture;
  readonly state: TrainingPrecision;
  /** Sequences of a step over all replicas. */
  readonly globalBatchSequences: number;
  /** LoRA or QLoRA: the model's own weights are frozen, and `state` is that of the adapter. @default - full training */
  readonly adapter?: Adapter;
  /**
   * Share of activations and temporaries that the caching allocator reserves besides them, on several GPUs.
   * @default - what fragmentation alone takes: 3 %, up to 12 %
   */
  readonly allocatorReserve?: Range;
}

/** What is trained instead of the model's own weights. */
export interface Adapter {
  /** Parameters of the adapter over the whole model: rank x (inputs + outputs) of the layers it is on. */
  readonly parameters: number;
  readonly rank: number;
  /** Linear layers that have one; what their dropout keeps is counted for all of them alone. @default - not counted */
  readonly targets?: LoraTargets;
  /** Bytes of all frozen weights, scales included. */
  readonly frozenBytes: number;
  /** Frozen weights are below 16 bits: each pass writes them out in 16 bits, one matrix at a time. */
  readonly quantized: boolean;
  /**
   * The model went through PEFT's `prepare_model_for_kbit_training`, as in QLoRA's guides: what is not quantized is in FP32, and so
   * are the hidden states between layers; the output head is cast to 16 bits for each pass. @default false
   * @see https://github.com/huggingface/peft src/peft/utils/other.py
   */
  readonly prepared?: boolean;
}

/** Bytes the state takes on one GPU: weights, gradients and what the optimizer updates, each divided as the stage says. */
function stateBytes(
  state: TrainingPrecision,
  layout: ParallelLayout,
  parameters: StageParameters,
): { weights: number; gradients: number; optimizer: number } {
  const whole = parameters.dense + parameters.experts;
  const divided = dividedParameters(layout, parameters);
  const { zeroStage } = layout;
  return {
    weights: state.weightBytes * (zeroStage >= 3 ? divided : whole),
    gradients: state.gradientBytes * (zeroStage >= 2 ? divided : whole),
    optimizer: (state.masterBytes + state.optimizerBytes) * (zeroStage >= 1 ? divided : whole),
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
  const whole = parameters.dense + parameters.experts;
  const held = layout.zeroStage >= 3 ? dividedParameters(layout, parameters) : whole;
  const trained = adapter.parameters / (layout.tensor * layout.pipeline);
  const share = layout.zeroStage >= 1 ? shards : 1;
  return {
    weights: ((adapter.frozenBytes + preparedBytes(job)) * held) / total + trained * job.state.weightBytes,
    gradients: trained * job.state.gradientBytes,
    optimizer: (trained * (job.state.masterBytes + job.state.optimizerBytes)) / share,
  };
}

/** The largest matrix in 16 bits, while a quantized one is used; beside it the head of a prepared model. */
function dequantizedBytes(job: TrainingMemoryJob, layout: ParallelLayout): number {
  if (!job.adapter?.quantized) return 0;
  const { hiddenSize, ffnHiddenSize, vocabularySize } = job.model;
  const head = job.adapter.prepared ? vocabularySize : 0;
  return (2 * hiddenSize * (ffnHiddenSize + head)) / layout.tensor;
}

/** Bytes that preparing a model adds: embedding and output head in FP32 instead of 16 bits. */
function preparedBytes({ model, adapter }: TrainingMemoryJob): number {
  if (!adapter?.prepared) return 0;
  return 2 * model.vocabularySize * model.hiddenSize * (model.tiedEmbeddings ? 1 : 2);
}

/**
 * ZeRO 3 gathers weights in 16 bits, the next unit while one computes, and holds the whole gradient of one before it is
 * scattered; the embedding or the output head stays gathered. In a pipeline PyTorch's FSDP gathers the weights of a stage once
 * a step and reduces gradients after the last microbatch, so that a GPU holds both whole.
 *
 * @see https://github.com/pytorch/torchtitan torchtitan/distributed/fsdp.py (get_fsdp_reshard_after_forward_policy)
 * @see https://github.com/pytorch/pytorch torch/distributed/pipelining/stage.py (backward_maybe_with_nosync)
 */
function gatheredBytes(
  job: TrainingMemoryJob,
  layout: ParallelLayout,
  count: ParameterCount,
  parameters: StageParameters,
): number {
  if (layout.zeroStage < 3) return 0;
  const { model } = job;
  if (layout.pipeline > 1 && job.gather !== "matrix") {
    return (2 + (job.adapter ? 0 : job.state.gradientBytes)) * (parameters.dense + parameters.experts);
  }
  const t = layout.tensor;
  const routed = count.moeLayers > 0 ? (model.experts!.count * count.expert) / expertGroupOf(layout) : 0;
  const ffn = Math.max(count.denseFfnPerLayer / t, count.sharedMoePerLayer / t + routed);
  const layer = count.attentionPerLayer / t + ffn;
  const unit = job.gather === "matrix" ? (model.hiddenSize * model.ffnHiddenSize) / t : layer;
  const outer = Math.max(count.embedding, count.outputHead) / t;
  return 2 * (2 * unit + outer + (job.adapter ? 0 : unit));
}

/** Activation bytes of a layer, the mean of dense and routed ones: those kept, and those of one being recomputed. */
export interface LayerBytes {
  readonly kept: number;
  readonly recomputed: number;
}

/** A job with what many of its layouts share. */
export interface MemoryContext {
  readonly job: TrainingMemoryJob;
  readonly count: ParameterCount;
  /** Layers already worked out: many layouts share tensor ranks, tokens and recomputation. */
  readonly known: Map<number, LayerBytes>;
}

/** Prepares a job for the memory of many layouts. */
export function memoryContext(job: TrainingMemoryJob, count: ParameterCount): MemoryContext {
  return { job, count, known: new Map() };
}

/** What the fullest GPU holds however much is recomputed: bytes, and the parameters they are of. */
export interface TrainingState {
  readonly parameters: StageParameters;
  readonly weights: number;
  readonly gradients: number;
  readonly optimizer: number;
  /** Weights that ZeRO 3 has gathered at a time, and gradients that it has not scattered yet. */
  readonly gathered: number;
  /** The quantized matrix that is written out in 16 bits. */
  readonly dequantized: number;
}

/**
 * Gradients that wait for the host: what DeepSpeed reduces at a time (`reduce_bucket_size`, 5e8 values).
 * @see https://www.deepspeed.ai/docs/config-json/
 */
const GRADIENT_BUCKET_BYTES = 1e9;

/** What of the state stays on the GPU where the host keeps a part of it. */
function onGpu(
  { offload = "none" }: ParallelLayout,
  state: Pick<TrainingState, "weights" | "gradients" | "optimizer">,
): Pick<TrainingState, "weights" | "gradients" | "optimizer"> {
  if (offload === "none") return state;
  const weights = offload === "optimizer" ? state.weights : 0;
  return { weights, gradients: Math.min(state.gradients, GRADIENT_BUCKET_BYTES), optimizer: 0 };
}

/** The state of one layout; it does not depend on microbatches, chunks of an interleaved pipeline or recomputation. */
export function trainingState({ job, count }: MemoryContext, layout: ParallelLayout): TrainingState {
  const parameters = stageParameters(job.model, layout, count);
  const { weights, gradients, optimizer } = job.adapter
    ? adapterBytes(job, job.adapter, layout, parameters, count.total)
    : stateBytes(job.state, layout, parameters);
  const gathered = gatheredBytes(job, layout, count, parameters);
  const dequantized = dequantizedBytes(job, layout);
  return { parameters, ...onGpu(layout, { weights, gradients, optimizer }), gathered, dequantized };
}
