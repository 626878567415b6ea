import type { Offload } from "../../model/workload";
import { BATCH, LAYOUT } from "../inputs/check-inputs";
import { requireAll } from "../inputs/check-shape";
import type { ZeroStage } from "../memory/model-memory";

/**
 * What is recomputed in the backward pass: nothing; outputs of norms and nonlinearities, which cost little (`elementwise`);
 * the attention core (`selective`, Korthikanti et al.; nothing is left to drop with flash attention); or every layer.
 */
export type Recompute = "none" | "elementwise" | "selective" | "full";

/** How a training job is laid over GPUs. Tensor parallel ranks are neighbors, then context, data, pipeline. */
export interface ParallelLayout {
  /** Ranks that share each layer's matrices. */
  readonly tensor: number;
  /** Pipeline stages. */
  readonly pipeline: number;
  /** Ranks that share each sequence. */
  readonly context: number;
  /** Ranks that share the experts; they are ranks of the tensor, context and data dimensions, not further ones. */
  readonly expert: number;
  /**
   * Ranks that share each expert's matrices, a divisor of its hidden size (Megatron's expert tensor parallel size).
   * @default - 1 with expert parallelism, as current recipes set it; without it the tensor ranks
   * @see https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/core/transformer/moe/README.md
   */
  readonly expertTensor?: number;
  /** Data-parallel replicas. */
  readonly data: number;
  /** Model chunks of each stage (interleaved schedule); 1 for the plain one. */
  readonly virtualStages: number;
  /** Sequences of one microbatch. */
  readonly microBatchSequences: number;
  /** Norms and dropouts divided over the tensor ranks too. */
  readonly sequenceParallel: boolean;
  /** Training state divided over data and context ranks. */
  readonly zeroStage: ZeroStage;
  readonly recompute: Recompute;
  /** What the memory of the host keeps instead of the GPU. @default "none" */
  readonly offload?: Offload;
  /** Inputs of recomputed layers wait in the memory of the host. @default false */
  readonly offloadActivations?: boolean;
}

/** A layout of one GPU without any tricks, to spread and override. */
export const SINGLE_GPU: ParallelLayout = {
  tensor: 1,
  pipeline: 1,
  context: 1,
  expert: 1,
  data: 1,
  virtualStages: 1,
  microBatchSequences: 1,
  sequenceParallel: false,
  zeroStage: 0,
  recompute: "none",
};

/**
 * GPUs a layout takes: tensor x pipeline x context x data.
 * @throws WarpformError for ranks that are not whole and positive
 */
export function gpuCount(layout: ParallelLayout): number {
  requireAll("gpuCount", { layout: [layout, LAYOUT] });
  return gpusOf(layout);
}

/** Ranks that share each expert's matrices. */
export function expertTensorOf({ expert, expertTensor, tensor }: ParallelLayout): number {
  return expertTensor ?? (expert > 1 ? 1 : tensor);
}

/** Ranks that hold one copy of a stage's experts between them. */
export function expertGroupOf(layout: ParallelLayout): number {
  return layout.expert * expertTensorOf(layout);
}

/** {@link gpuCount} without checks, for loops over many layouts. */
export function gpusOf(layout: ParallelLayout): number {
  return layout.tensor * layout.pipeline * layout.context * layout.data;
}

/**
 * Microbatches that each replica runs a step; not whole where the layout does not divide the batch.
 * @throws WarpformError for ranks or a batch that are not whole and positive
 */
export function microBatches(layout: ParallelLayout, globalBatchSequences: number): number {
  requireAll("microBatches", { layout: [layout, LAYOUT], globalBatchSequences: [globalBatchSequences, BATCH] });
  return microBatchesOf(layout, globalBatchSequences);
}

/** {@link microBatches} without checks, for loops over many layouts. */
export function microBatchesOf(layout: ParallelLayout, globalBatchSequences: number): number {
  return globalBatchSequences / (layout.data * layout.microBatchSequences);
}
