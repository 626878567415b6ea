import { type Range, range } from "../inputs/range";
import { gpusOf, type ParallelLayout } from "../parallelism/parallel-layout";

/**
 * Bytes per parameter that an offloaded optimizer keeps on the host: weights, gradients and two moments in FP32. Offloaded weights
 * add their 16 bits.
 */
const OPTIMIZER_BYTES = 16;
const WEIGHT_BYTES = 2;

/** What DeepSpeed's own estimate multiplies that with, for buffers and pinned copies. */
const BUFFERS = 1.5;

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
