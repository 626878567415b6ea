import { headNotRecoverable } from "../../../../lib/review/rules/reliability/head-not-recoverable";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: headNotRecoverable,
  holds: { recovery: p5(), "a backup controller": p5({ slurm: { autoRecovery: false, backupController: true } }) },
  fails: {
    neither: [p5({ slurm: { autoRecovery: false } }), [{ path: "schedulers.slurm.autoRecovery" }]],
    "a controller on premises": [
      p5({ slurm: { autoRecovery: false, headInstanceType: "" } }),
      [{ path: "schedulers.slurm.autoRecovery", fix: "add a second controller" }],
    ],
  },
  doesNotApply: { "no Slurm": ray() },
};
