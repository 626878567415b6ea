import { blockDays } from "../block-days";
import { figuresOf } from "../figures/figures";
import { count, rangeOf } from "../report/quantity";
import { checkEach, type Rule } from "../rule";

export const blockEndsBeforeRun: Rule = {
  id: "block-ends-before-run",
  area: "capacity",
  severity: "error",
  title: "Capacity Block that ends before the run does",
  why: "Thirty minutes before its end AWS terminates the block's instances; without other capacity the run stops there.",
  fix: "Buy a longer block or a second one behind it, or add on-demand to the pool.",
  verify: "Compare the block's end with the start plus the run's days at the slow end.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-using.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).run].flatMap((run) => {
        const pool = design.workPool?.pool;
        const lengths = pool?.capacity.map((c) => (c.kind === "block" ? blockDays(c) : null)) ?? [];
        if (run === null || !pool || lengths.length === 0 || lengths.includes(null)) return [];
        return [{ run, pool, days: lengths.reduce<number>((sum, d) => sum + (d ?? 0), 0) }];
      }),
      ({ run, pool, days }) =>
        run.days.expected <= days
          ? null
          : {
              path: `pools.${pool.name}.capacity`,
              value: `${count(days)} days for a run of ${rangeOf(run.days, count)} days`,
              allowed: `${Math.ceil(run.days.high)} days`,
              fix: `buy a block of ${Math.ceil(run.days.high / 7) * 7} days, or add Capacity.onDemand()`,
            },
    ),
};
