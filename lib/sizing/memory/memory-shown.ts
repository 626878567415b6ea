import type { Range } from "../inputs/range";
import { shownMemoryFamily } from "../spread/families";
import { publishedSpread, type Spread } from "../spread/published-spread";
import type { Adapter } from "./training-state";

/**
 * What nvidia-smi shows of a training process at most. PyTorch's allocator keeps what it once took from the GPU, and frees it only
 * where the GPU is full, so that the figure is above what the run needs and says nothing of the room that is left: a run of 60 GiB
 * may show 79 of 80. The range goes from the least that the run may need to what published runs showed at most.
 *
 * @param needed memory that the run needs, with the range of published runs.
 * @example 20 GiB (18 to 24) with LoRA on one GPU of 80: 18 to 49 GiB.
 * @see https://docs.pytorch.org/docs/stable/notes/cuda.html#memory-management
 */
export function shownMemory(
  needed: Range,
  limitBytes: number,
  run: { readonly adapter?: Adapter; readonly gpus: number },
  spread: Spread = publishedSpread(shownMemoryFamily(run.adapter, run.gpus)),
): Range {
  const shown = (bytes: number) => Math.min(bytes, limitBytes);
  const high = Math.max(needed.high, needed.expected * spread.high);
  return { low: shown(needed.low), expected: shown(needed.expected), high: shown(high) };
}
