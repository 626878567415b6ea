import { resumeTimeoutBelowBoot } from "../../../../lib/review/rules/scheduling/resume-timeout-below-boot";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: resumeTimeoutBelowBoot,
  holds: {
    "1800 s for nodes that boot in 420 s": p5(),
    "just long enough": p5({ slurm: { resumeTimeoutSeconds: 420 } }),
  },
  fails: {
    "300 s": [
      p5({ slurm: { resumeTimeoutSeconds: 300 } }),
      [{ path: "schedulers.slurm.resumeTimeoutSeconds", value: "300 s" }],
    ],
  },
  doesNotApply: { "no Slurm": ray() },
};
