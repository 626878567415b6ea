import { add } from "../../../remedies/remedy";
import { count, counted, rangeOf } from "../../../units/quantity";
import { blocksToBuy } from "../../blocks";
import { checkEach, type Rule } from "../../rule";
import { runInBlocks } from "../../run-in-blocks";

export const blockEndsBeforeRun: Rule = {
  id: "block-ends-before-run",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "Capacity Block ends before the run",
  why: "AWS terminates the instances 30 minutes before the block ends. Without other capacity, the run stops there.",
  fix: "Buy a longer block or a consecutive one, or add On-Demand capacity to the pool.",
  verify: "Add the upper end of the time to train to the start, and compare the result with the block's end date.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-using.html",
  check: (design) =>
    checkEach(runInBlocks(design), ({ run, pool, days }) =>
      run.days.expected <= days
        ? null
        : {
            path: `pools.${pool.name}.capacity`,
            value: `${counted(days, "days")} for a run of ${rangeOf(run.days, count)} days`,
            allowed: `${counted(Math.ceil(run.days.high), "days")}`,
            fix: [`buy ${blocksToBuy(run.days.high)}`, add("on-demand")],
          },
    ),
};
