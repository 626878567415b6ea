import { add } from "../../../remedies/remedy";
import { count, counted, rangeOf } from "../../../units/quantity";
import { blocksToBuy } from "../../blocks";
import { checkEach, type Rule } from "../../rule";
import { runInBlocks } from "../../run-in-blocks";

export const blockMayEndBeforeRun: Rule = {
  id: "block-may-end-before-run",
  area: "capacity",
  severity: "warning",
  clouds: ["aws"],
  title: "Capacity Block ends before the slow end of the estimate",
  why: "AWS terminates the instances 30 minutes before the block ends. At the expected speed the run is done by then; at the slow end of the estimate it is not, and without other capacity it stops there. A block is extended only while AWS has capacity.",
  fix: "Buy a block for the slow end of the estimate, or add On-Demand capacity to the pool.",
  verify: "Measure 100 steps on the first day, and compare the time that is left with the block's end date.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-using.html",
  check: (design) =>
    checkEach(runInBlocks(design), ({ run, pool, days }) =>
      run.days.expected > days || run.days.high <= days
        ? null
        : {
            path: `pools.${pool.name}.capacity`,
            value: `${counted(days, "days")} for a run of ${rangeOf(run.days, count)} days`,
            allowed: `${counted(run.days.high, "days")} or more`,
            fix: [`buy ${blocksToBuy(run.days.high)}`, add("on-demand")],
          },
    ),
};
