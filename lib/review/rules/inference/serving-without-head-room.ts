import { set } from "../../../remedies/remedy";
import { percent } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const servingWithoutHeadRoom: Rule = {
  id: "serving-without-head-room",
  area: "inference",
  severity: "warning",
  clouds: "all",
  title: "Peak utilization close to capacity with every node up",
  why: "Queueing delay rises sharply near full load: at 90 % it is about four times that at 70 %, with no headroom for a failed node or a busier day.",
  fix: "Raise `nodes.max` so that peak utilization is 80 % or less.",
  verify: "Monitor the engine's running and waiting requests at peak.",
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
              value: `${percent(s.utilization)} utilization at peak`,
              allowed: "80 % or less",
              fix: set("nodes.max", Math.ceil(((design.workPool?.pool.nodes.max ?? 1) * s.utilization) / 0.8)),
            },
    ),
};
