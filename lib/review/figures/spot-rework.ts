import { type Range, range } from "../../sizing/inputs/range";
import type { Design } from "../design";
import { reliabilityFigures } from "./reliability";
import type { TrainingFigures } from "./training";

/** Days of wall clock that days of work take when only so much of the time is kept. */
export const daysAt = (work: Range, kept: Range): Range =>
  range(work.low / kept.high, work.expected / kept.expected, work.high / kept.low);

/** A run on nodes that somebody may take back, with so many interruptions per node-day. */
export interface SpotRework {
  /** Share of the time in which headway is made and kept: failures, interruptions and checkpoints counted. */
  readonly workKept: Range;
  readonly days: Range;
  /** Times as long as the same run takes without interruptions. */
  readonly longer: Range;
}

/** What interruptions cost a run in work done again; null without a run, or a store for its checkpoints. */
export function spotRework(
  design: Design,
  training: TrainingFigures | null,
  interruptionsPerNodeDay: number,
): SpotRework | null {
  const on = reliabilityFigures(design, training, interruptionsPerNodeDay)?.effectiveTrainingTime;
  const sure = reliabilityFigures(design, training, 0)?.effectiveTrainingTime;
  if (!on || !sure || !training?.days) return null;
  const ratio = (end: keyof Range) => Math.max(1, sure[end] / on[end]);
  const [low, , high] = [ratio("low"), ratio("expected"), ratio("high")].sort((a, b) => a - b);
  return { workKept: on, days: daysAt(training.days, on), longer: range(low!, ratio("expected"), high!) };
}
