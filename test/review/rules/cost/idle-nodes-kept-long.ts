import { idleNodesKeptLong } from "../../../../lib/review/rules/cost/idle-nodes-kept-long";
import { block, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: idleNodesKeptLong,
  holds: { "ten minutes": p5(), "half an hour": p5({ slurm: { suspendMinutes: 30 } }) },
  fails: {
    "an hour": [
      p5({ slurm: { suspendMinutes: 60 } }),
      [{ path: "schedulers.slurm.suspendMinutes", value: "60 minutes" }],
    ],
  },
  doesNotApply: { "nothing paid by the hour": p5({ pool: { capacity: [block()] }, slurm: { suspendMinutes: 60 } }) },
};
