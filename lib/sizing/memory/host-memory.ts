import type { ModelArchitecture } from "../../model/model";
import { type Range, range } from "../inputs/range";
import { gpusOf, type ParallelLayout } from "../parallelism/parallel-layout";
import { microBatchTokens } from "./activations";

/**
 * Bytes per parameter that an offloaded optimizer keeps on the host: weights, gradients and two moments in FP32. Offloaded weights
 * add their 16 bits.
 */
const OPTIMIZER_BYTES = 16;
const WEIGHT_BYTES = 2;

/** What DeepSpeed's own estimate multiplies that with, for buffers and pinned copies. */
const BUFFERS = 1.5;

/**
 * Bytes of each node's host for the inputs of layers that wait there for the backward pass, in 16 bits; 0 where none do.
 *
 * @example Llama 3.1 8B, one sequence of 8,192 tokens on each of 8 GPUs: 16 GiB.
 */
export function hostActivationBytes(
  model: ModelArchitecture,
  sequenceLength: number,
  layout: ParallelLayout,
  gpusPerNode: number,
): number {
  if (!layout.offloadActivations) return 0;
  const perGpu = (2 * model.layers * model.hiddenSize * microBatchTokens(layout, sequenceLength)) / layout.tensor;
  return perGpu * Math.min(gpusPerNode, gpusOf(layout));
}

/**
 * Memory of each node's host that DeepSpeed's offloading takes; 0 without it. The low end is the state alone, the high end what
 * DeepSpeed estimates "to be conservative".
 *
 * @example 2.851 billion parameters on one node: 42.5 GiB, up to the 63.7 that DeepSpeed's page gives; 71.7 with weights.
 * @see https://deepspeed.readthedocs.io/en/latest/memory.html
 */
export function hostBytesPerNode(parameters: number, layout: ParallelLayout, gpusPerNode: number): Range {
  const { offload = "none" } = layout;
  if (offload === "none") return range(0, 0, 0);
  const perParameter = OPTIMIZER_BYTES + (offload === "optimizer-and-weights" ? WEIGHT_BYTES : 0);
  const gpus = gpusOf(layout);
  const state = (parameters * perParameter * Math.min(gpusPerNode, gpus)) / gpus;
  return range(state, state * Math.sqrt(BUFFERS), state * BUFFERS);
}
