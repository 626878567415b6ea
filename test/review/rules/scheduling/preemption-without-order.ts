import { preemptionWithoutOrder } from "../../../../lib/review/rules/scheduling/preemption-without-order";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: preemptionWithoutOrder,
  holds: {
    "no preemption asked": p5({
      slurm: {
        preemption: "partition",
        partitions: ["low", "high"].map((name, i) => ({
          name,
          pools: ["h100"],
          default: i === 0,
          exclusive: true,
          priorityTier: i + 1,
          defaultTimeMinutes: 60,
          maxTimeMinutes: 600,
          preemptMode: i === 0 ? ("requeue" as const) : ("off" as const),
        })),
      },
    }),
  },
  fails: {
    "one tier": [
      p5({ slurm: { preemption: "partition" } }),
      [{ path: "schedulers.slurm.preemption", value: "partition, tiers 1" }],
    ],
  },
  doesNotApply: { "no preemption": p5() },
};
