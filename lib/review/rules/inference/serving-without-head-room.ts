import { figuresOf } from "../../figures/figures";
import { percent } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const servingWithoutHeadRoom: Rule = {
  id: "serving-without-head-room",
  area: "inference",
  severity: "warning",
  clouds: "all",
  title: "service that is nearly full at its peak with every node up",
  why: "Queues explode near full load: at 90 % waits are many times those at 70 %, and there is nothing left for a failed node or a busier day.",
  fix: "Raise `nodes.max` so that the peak takes 80 % of the places or less.",
  verify: "Watch the engine's running and waiting requests at the peak.",
  source: "https://sre.google/sre-book/handling-overload/ https://en.wikipedia.org/wiki/M/M/c_queue",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) =>
        s && s.utilizationAtMost !== null && s.replicasNeeded && s.replicasNeeded.expected <= s.replicasAtMost
          ? [{ ...s, utilization: s.utilizationAtMost }]
          : [],
      ),
      (s) =>
        s.utilization <= 0.8
          ? null
          : {
              path: `pools.${s.pool}.nodes.max`,
              value: `${percent(s.utilization)} of the places taken at the peak`,
              allowed: "80 % or less",
              fix: `set nodes.max to ${Math.ceil(((design.workPool?.pool.nodes.max ?? 1) * s.utilization) / 0.8)}`,
            },
    ),
};
