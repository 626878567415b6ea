import { sparesMissing } from "../../../../lib/review/rules/reliability/spares-missing";
import { block, LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: sparesMissing,
  holds: { "a spare node": at(p5(), LLAMA_70B) },
  fails: {
    "a Capacity Block of just the run's nodes": [
      at(p5({ pool: { nodes: { min: 64, max: 64 }, capacity: [block({ nodes: 64 })] } }), LLAMA_70B),
      [{ path: "pools.h100.nodes.max", value: "0 spare nodes" }],
    ],
  },
  doesNotApply: { "no workload": p5() },
};
