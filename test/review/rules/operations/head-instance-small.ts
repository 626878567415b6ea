import { headInstanceSmall } from "../../../../lib/review/rules/operations/head-instance-small";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: headInstanceSmall,
  holds: {
    "m7i.2xlarge": p5(),
    "m7i.large for eight nodes": p5({
      slurm: { headInstanceType: "m7i.large" },
      pool: { nodes: { min: 0, max: 8 } },
    }),
  },
  fails: {
    "t3.large": [
      p5({ slurm: { headInstanceType: "t3.large" } }),
      [{ path: "schedulers.slurm.headInstanceType", value: "t3.large: 2 vCPUs, 8 GiB" }],
    ],
    "m7i.large for seventeen nodes": [
      p5({ slurm: { headInstanceType: "m7i.large" } }),
      [{ allowed: "4 vCPUs and 8 GiB, not burstable, for 17 nodes" }],
    ],
    "t4g.medium before Arm": [
      p5({ slurm: { headInstanceType: "t4g.medium" } }),
      [{ fix: 'set instanceType to "m7g.2xlarge"' }],
    ],
  },
  doesNotApply: { "no Slurm": ray() },
};
