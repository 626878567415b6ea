import { partitionWithoutTimeLimit } from "../../../../lib/review/rules/scheduling/partition-without-time-limit";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: partitionWithoutTimeLimit,
  holds: { "a week": p5() },
  fails: {
    "no limit": [
      p5({ partition: { maxTimeMinutes: null } }),
      [{ path: "schedulers.slurm.partitions.train.maxTimeMinutes" }],
    ],
  },
  doesNotApply: { "no Slurm": ray() },
};
