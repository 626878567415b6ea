import { defaultTimeAboveLimit } from "../../../../lib/review/rules/scheduling/default-time-above-limit";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: defaultTimeAboveLimit,
  holds: {
    "an hour of a week": p5(),
    "the limit itself": p5({ partition: { defaultTimeMinutes: 60, maxTimeMinutes: 60 } }),
  },
  fails: {
    "an hour more than the limit": [
      p5({ partition: { defaultTimeMinutes: 120, maxTimeMinutes: 60 } }),
      [{ path: "schedulers.slurm.partitions.train.defaultTimeMinutes", value: 120, allowed: "60 or less" }],
    ],
  },
  doesNotApply: { "no default time": p5({ partition: { defaultTimeMinutes: null } }) },
};
