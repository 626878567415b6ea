import { type Range, range } from "../../sizing/inputs/range";
import { dalyInterval } from "../../sizing/reliability/checkpoint-interval";
import { effectiveTrainingTime, meanTimeToFailure } from "../../sizing/reliability/reliability";
import type { ReliabilityFigures } from "./reliability";

/**
 * Interruptions of a spot node per day where none are given: 20 % in a month, where the Spot Instance Advisor's highest band
 * begins: -ln(0.8) / 30.4.
 * @see https://aws.amazon.com/ec2/spot/instance-advisor/
 */
export const SPOT_INTERRUPTIONS_PER_NODE_DAY = 0.0073;

/** What spot costs a run in work done again. */
export interface SpotRework {
  /** Share of the time in which headway is made and kept: failures, interruptions and checkpoints counted. */
  readonly workKept: Range;
  /** Times as long as the same run takes without interruptions. */
  readonly longer: Range;
}

/**
 * The rework of a run on spot nodes: interruptions end the step of every node, as failures do, so both rates add up, and
 * checkpoints come at Daly's interval for them together unless the run has one of its own. A new node is taken to be had at
 * once; where it is not, the run waits.
 */
export function spotRework(
  r: ReliabilityFigures | null,
  nodes: number,
  bootSeconds: number,
  interruptionsPerNodeDay: number,
): SpotRework | null {
  if (r === null) return null;
  const add = (rate: number) => rate + interruptionsPerNodeDay;
  const f = r.failuresPerNodeDay;
  const perNodeDay = range(add(f.low), add(f.expected), add(f.high));
  const stallSeconds = r.checkpoint.stallSeconds;
  const intervalSeconds = r.intervalGiven
    ? r.intervalSeconds
    : dalyInterval(stallSeconds.expected, meanTimeToFailure(nodes, perNodeDay.expected));
  const restore = r.checkpoint.restoreSeconds;
  const restartSeconds = range(bootSeconds + restore.low, bootSeconds + restore.expected, bootSeconds + restore.high);
  const workKept = effectiveTrainingTime({ nodes, perNodeDay, intervalSeconds, stallSeconds, restartSeconds });
  const without = r.effectiveTrainingTime;
  const ratio = (end: keyof Range) => Math.max(1, without[end] / workKept[end]);
  const ratios = [ratio("low"), ratio("expected"), ratio("high")].sort((a, b) => a - b);
  return { workKept, longer: range(ratios[0]!, ratio("expected"), ratios[2]!) };
}
