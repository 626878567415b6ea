import { qosWithoutAccounting } from "../../../../lib/review/rules/scheduling/qos-without-accounting";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: qosWithoutAccounting,
  holds: { "QOS with a database": p5({ slurm: { preemption: "qos" } }) },
  fails: {
    "QOS without one": [
      p5({ slurm: { preemption: "qos", accounting: "none" } }),
      [{ path: "schedulers.slurm.accounting" }],
    ],
  },
  doesNotApply: { "no QOS": p5({ slurm: { accounting: "none" } }) },
};
