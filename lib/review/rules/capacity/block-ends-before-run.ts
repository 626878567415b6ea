import { blocksToBuy, coveredDays } from "../../blocks";
import { figuresOf } from "../../figures/figures";
import { count, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const blockEndsBeforeRun: Rule = {
  id: "block-ends-before-run",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "Capacity Block that ends before the run does",
  why: "Thirty minutes before its end AWS terminates the block's instances; without other capacity the run stops there.",
  fix: "Buy a longer block or a second one behind it, or add on-demand to the pool.",
  verify: "Compare the block's end with the start plus the run's days at the slow end.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-using.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).run].flatMap((run) => {
        const pool = design.workPool?.pool;
        if (run === null || !pool || pool.capacity.length === 0) return [];
        if (pool.capacity.some(({ kind }) => kind !== "block")) return [];
        const days = coveredDays(pool.capacity);
        return days === null ? [] : [{ run, pool, days }];
      }),
      ({ run, pool, days }) =>
        run.days.expected <= days
          ? null
          : {
              path: `pools.${pool.name}.capacity`,
              value: `${count(days)} days for a run of ${rangeOf(run.days, count)} days`,
              allowed: `${Math.ceil(run.days.high)} days`,
              fix: `buy ${blocksToBuy(run.days.high)}, or add Capacity.onDemand()`,
            },
    ),
};
