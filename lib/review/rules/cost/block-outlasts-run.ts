import { count, counted, rangeOf, usd } from "../../../units/quantity";
import { blockDays, coveredDays } from "../../block-dates";
import { blocksToBuy } from "../../blocks";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const blockOutlastsRun: Rule = {
  id: "block-outlasts-run",
  area: "cost",
  severity: "warning",
  clouds: ["aws"],
  title: "Capacity Block more than twice as long as the run",
  why: "A Capacity Block is paid in full up front. Hours that the run does not use are wasted unless other work fills them.",
  fix: "Buy a shorter block, or schedule more runs on it.",
  verify: "Compare the block's duration with the upper end of the time to train.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-pricing-billing.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).run].flatMap((run) => {
        const pool = design.workPool?.pool;
        const blocks = pool?.capacity.filter((c) => c.kind === "block" && blockDays(c) !== null) ?? [];
        const days = coveredDays(blocks);
        return run === null || !pool || blocks.length === 0 || days === null ? [] : [{ run, pool, days }];
      }),
      ({ run, pool, days }) =>
        days <= 2 * Math.max(1, run.days.high)
          ? null
          : {
              path: `pools.${pool.name}.capacity`,
              value: `${counted(days, "days")}${run.prepaid ? ` for ${usd(run.prepaid.usd)}` : ""}, for a run of ${rangeOf(run.days, count)} days`,
              allowed: counted(Math.ceil(run.days.high), "days"),
              fix: `buy ${blocksToBuy(run.days.high)}`,
            },
    ),
};
