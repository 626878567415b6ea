import { idleNodesDroppedEarly } from "../../../../lib/review/rules/scheduling/idle-nodes-dropped-early";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: idleNodesDroppedEarly,
  holds: { "ten minutes against seven": p5() },
  fails: {
    "two minutes against seven": [
      p5({ slurm: { suspendMinutes: 2 } }),
      [{ path: "schedulers.slurm.suspendMinutes", allowed: "7 minutes or more, the boot time of h100" }],
    ],
    "a partition's minute against seven": [
      p5({ partition: { suspendMinutes: 1 } }),
      [{ path: "schedulers.slurm.partitions.train.suspendMinutes", value: "1 minute" }],
    ],
  },
  doesNotApply: { "no Slurm": ray() },
};
