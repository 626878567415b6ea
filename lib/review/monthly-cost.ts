import { HOURS_PER_MONTH } from "../sizing/cost/cost";
import { mapRange, type Range } from "../sizing/inputs/range";
import { usd } from "../units/quantity";
import type { Figures } from "./figures/figures";
import type { RunFigures } from "./figures/run-figures";

/** The month in which most is paid: Capacity Blocks are charged whole in advance, everything else as it runs. */
function dearestMonth({ days, prepaid }: RunFigures, usdOfRun: number): number {
  const ahead = prepaid?.usd ?? 0;
  const share = Math.min(1, HOURS_PER_MONTH / 24 / days.expected);
  return ahead + (usdOfRun - ahead) * share;
}

/** USD of a month: of the run where it is known, else from idle to every node running all month, of which idle is certain. */
export function monthlyCost({ run, cost }: Pick<Figures, "run" | "cost">): Range {
  if (run?.usd) return mapRange(run.usd, (whole) => dearestMonth(run, whole));
  const idle = cost.usdPerHourIdle * HOURS_PER_MONTH;
  return { low: idle, expected: idle, high: Math.max(idle, cost.usdPerHour * HOURS_PER_MONTH) };
}

/** Which month {@link monthlyCost} is of. */
export function monthText({ run, cost }: Pick<Figures, "run" | "cost">): string {
  if (run?.usd && run.prepaid) return `first month, with ${usd(run.prepaid.usd)} prepaid for Capacity Blocks`;
  if (run?.usd) return "month of the run";
  return cost.usdPerHour > cost.usdPerHourIdle
    ? "from idle to every node running all month"
    : "every node running all month";
}
