import { idleNodesKeptLong } from "../../../../lib/review/rules/cost/idle-nodes-kept-long";
import { block, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: idleNodesKeptLong,
  holds: {
    "ten minutes": p5(),
    "half an hour": p5({ slurm: { suspendMinutes: 30 } }),
    "an hour of the cluster, ten minutes of the partition": p5({
      slurm: { suspendMinutes: 60 },
      partition: { suspendMinutes: 10 },
    }),
  },
  fails: {
    "an hour": [
      p5({ slurm: { suspendMinutes: 60 } }),
      [{ path: "schedulers.slurm.suspendMinutes", value: "60 minutes" }],
    ],
    "two hours of the partition": [
      p5({ partition: { suspendMinutes: 120 } }),
      [{ path: "schedulers.slurm.partitions.train.suspendMinutes", value: "120 minutes" }],
    ],
  },
  doesNotApply: { "nothing paid by the hour": p5({ pool: { capacity: [block()] }, slurm: { suspendMinutes: 60 } }) },
};
