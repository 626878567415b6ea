import { cpuArchitecturesMixed } from "../../../../lib/review/rules/operations/cpu-architectures-mixed";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: cpuArchitecturesMixed,
  holds: { "x86_64 for both": p5() },
  fails: {
    "an arm64 head": [
      p5({ slurm: { headInstanceType: "m7g.2xlarge" } }),
      [{ path: "schedulers.slurm.headInstanceType", value: "m7g.2xlarge is arm64", fix: "use m7i.2xlarge" }],
    ],
  },
  doesNotApply: { "no Slurm": ray() },
};
