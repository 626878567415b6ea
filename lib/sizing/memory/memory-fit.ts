import type { Range } from "../inputs/range";
import { type Spread, widened } from "../spread/published-spread";
import type { TrainingMemory } from "./training-memory";

/** Whether a memory fits over its whole range, at some of it alone, or nowhere in it. */
export type FitVerdict = "fits" | "borderline" | "does not fit";

/** Memory of the fullest GPU with the range of published runs of its family, held against what the GPU has. */
export interface MemoryFit {
  readonly verdict: FitVerdict;
  /** The formulas' range, widened to what published figures of the family differ by. */
  readonly bytes: Range;
  /** The part that decides: what nobody knows before the first step, or the training state where it alone fills the GPU. */
  readonly decidedBy: string;
  /** Bytes of that part. */
  readonly decidedBytes: number;
  /** Published figures of the family, and independent publications that they come from. */
  readonly spread: Spread;
}

/** Share of a GPU above which the state alone decides: nothing that is recomputed makes room for the rest. */
const STATE_DECIDES = 0.85;

/** What a range says of a limit: borderline wherever the limit lies within it. */
export function fitVerdict({ low, high }: Range, limitBytes: number): FitVerdict {
  if (high <= limitBytes) return "fits";
  return low > limitBytes ? "does not fit" : "borderline";
}

function decisive({ weights, gradients, optimizer, ...moving }: TrainingMemory, limitBytes: number) {
  const state = weights + gradients + optimizer;
  if (state > STATE_DECIDES * limitBytes) return ["weights, gradients and optimizer state", state] as const;
  const parts = [
    ["activations", moving.activations],
    ["logits and gathered layers", moving.temporary],
    ["the framework and its allocator", moving.framework],
  ] as const;
  return parts.reduce((most, part) => (part[1] > most[1] ? part : most));
}

/**
 * Holds a training run's memory against its GPU. The range is that in which nine in ten published figures of its family lie
 * (docs/validation.md), so that a limit within it is a question that the first step answers, not a yes or no.
 *
 * @example 60 GiB of a family of 0.8 to 1.4, on a GPU of 80: 48 to 84 GiB, borderline.
 */
export function memoryFit(memory: TrainingMemory, limitBytes: number, spread: Spread): MemoryFit {
  const bytes = widened(memory.total, spread);
  const [decidedBy, decidedBytes] = decisive(memory, limitBytes);
  return { verdict: fitVerdict(bytes, limitBytes), bytes, decidedBy, decidedBytes, spread };
}
