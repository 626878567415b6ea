import { gpudirectMissing } from "../../../../lib/review/rules/fabric/gpudirect-missing";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: gpudirectMissing,
  holds: { p5: at(p5(), LLAMA_70B) },
  fails: {
    "g5.48xlarge": [
      at(p5({ pool: { instanceType: "g5.48xlarge" } }), LLAMA_70B),
      [{ path: "pools.h100.instanceType", value: "g5.48xlarge" }],
    ],
  },
  doesNotApply: {
    "a design without a workload": p5(),
    "one node": at(p5({ pool: { nodes: { min: 0, max: 1 } } }), LLAMA_70B),
  },
};
