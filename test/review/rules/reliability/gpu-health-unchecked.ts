import { gpuHealthUnchecked } from "../../../../lib/review/rules/reliability/gpu-health-unchecked";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: gpuHealthUnchecked,
  holds: { "checked nodes": p5() },
  fails: {
    "a pool without it": [p5({ pool: { healthChecked: false } }), [{ path: "pools.h100.healthChecked" }]],
    "a scheduler without it": [p5({ slurm: { healthChecked: false } }), [{ path: "schedulers.slurm.healthChecked" }]],
  },
  doesNotApply: { "nodes without GPUs": p5({ pool: { instanceType: "c7i.8xlarge" } }) },
};
