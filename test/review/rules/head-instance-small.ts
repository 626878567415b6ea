import { headInstanceSmall } from "../../../lib/review/rules/head-instance-small";
import { p5 } from "../p5-cluster";
import { ray } from "../ray-cluster";
import type { RuleCases } from "../rule-cases";

export const cases: RuleCases = {
  rule: headInstanceSmall,
  holds: { "m7i.2xlarge": p5() },
  fails: {
    "t3.large": [
      p5({ slurm: { headInstanceType: "t3.large" } }),
      [{ path: "schedulers.slurm.headInstanceType", value: "t3.large: 2 vCPUs, 8 GiB" }],
    ],
  },
  doesNotApply: { "no Slurm": ray() },
};
