import { Problems } from "../../errors";
import { checkNumber } from "../inputs/check-number";
import { number, rangeOf, requireAll } from "../inputs/check-shape";
import { type Range, range } from "../inputs/range";
import { EFFECTIVE_SHARE_RANGE } from "../inputs/ranges";
import { BLOCK_TAKEN_BACK_HOURS, isSold, LONGEST_BLOCK_DAYS, MOST_BLOCK_NODES, soldDays } from "./capacity-block";

const money = { min: 0, unit: "US dollars" } as const;

/**
 * Price of an hour of work kept on spot: the price over the share of time in which work is kept (effectiveTrainingTime with
 * the spot interruption rate as the failure rate).
 *
 * @example 40 USD per hour spot with 80 % kept: 50 USD.
 * @throws WarpformError for a share outside 0 to 1
 */
export function spotWorkPrice(usdPerHour: number, effectiveShare: Range): Range {
  requireAll("spotWorkPrice", {
    usdPerHour: [usdPerHour, number(money)],
    effectiveShare: [effectiveShare, rangeOf(EFFECTIVE_SHARE_RANGE)],
  });
  return range(usdPerHour / effectiveShare.high, usdPerHour / effectiveShare.expected, usdPerHour / effectiveShare.low);
}

/**
 * Share of the time from which a commitment (reserved, savings plan) is cheaper than on-demand: its price over the
 * on-demand price. Above 1 it never is.
 * @example 43 USD per hour committed, 55 on demand: 0.78.
 */
export function breakEvenUtilization(usdCommittedPerHour: number, usdOnDemandPerHour: number): number {
  const problems = new Problems();
  checkNumber(problems, "usdCommittedPerHour", usdCommittedPerHour, money);
  checkNumber(problems, "usdOnDemandPerHour", usdOnDemandPerHour, { above: 0, unit: "US dollars" });
  problems.throwIfAny("breakEvenUtilization");
  return usdCommittedPerHour / usdOnDemandPerHour;
}

/** What a Capacity Block costs. */
export interface CapacityBlockCost {
  /** Paid up front for all nodes and hours. */
  readonly usdUpFront: number;
  /** Of which the run does not use; negative hours are the hours that the block is too short. */
  readonly usdUnused: Range;
  readonly hoursLeft: Range;
  /** Whether the run ends in time, at the slow end and on average. */
  readonly endsInTime: { readonly expected: boolean; readonly atWorst: boolean };
}

/**
 * A Capacity Block of `days` for a run of `runHours`: paid whole in advance, whatever is used of it, and without its last
 * half-hour.
 *
 * @example 16 p5.48xlarge for 14 days at 31.464 USD per hour: 169,150 USD.
 * @throws WarpformError for days that no block is sold for: 1 to 14, or weeks up to 182
 */
export function capacityBlockCost(
  nodes: number,
  usdPerNodeHour: number,
  days: number,
  runHours: Range,
): CapacityBlockCost {
  const problems = new Problems();
  checkNumber(problems, "nodes", nodes, {
    min: 1,
    max: MOST_BLOCK_NODES,
    whole: true,
    use: "use several blocks above 64",
  });
  checkNumber(problems, "usdPerNodeHour", usdPerNodeHour, money);
  if (checkNumber(problems, "days", days, { min: 1, max: LONGEST_BLOCK_DAYS, whole: true }) && !isSold(days))
    problems.add(
      "out-of-range",
      "days",
      `days must be 1 to 14, or whole weeks up to 182, got ${days}; use ${soldDays(days)}`,
    );
  rangeOf({ min: 0, unit: "h" })(problems, "runHours", runHours);
  problems.throwIfAny("capacityBlockCost");
  const usable = days * 24 - BLOCK_TAKEN_BACK_HOURS;
  const left = range(usable - runHours.high, usable - runHours.expected, usable - runHours.low);
  const unused = (hours: number) => Math.max(0, hours) * nodes * usdPerNodeHour;
  return {
    usdUpFront: nodes * usdPerNodeHour * days * 24,
    usdUnused: range(unused(left.low), unused(left.expected), unused(left.high)),
    hoursLeft: left,
    endsInTime: { expected: left.expected >= 0, atWorst: left.low >= 0 },
  };
}
