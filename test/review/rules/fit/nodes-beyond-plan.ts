import { nodesBeyondPlan } from "../../../../lib/review/rules/fit/nodes-beyond-plan";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: nodesBeyondPlan,
  holds: {
    "16 nodes and a spare": at(p5(), LLAMA_70B),
    "a whole UltraServer, of which the run uses 16 nodes": at(
      p5({ pool: { instanceType: "p6e-gb200.36xlarge", nodes: { min: 18, max: 18 } } }),
      LLAMA_70B,
    ),
  },
  fails: {
    "23 nodes": [
      at(p5({ pool: { nodes: { min: 0, max: 23 } } }), LLAMA_70B),
      [{ path: "pools.h100.nodes.max", value: "23, of which the run uses 16" }],
    ],
  },
  doesNotApply: { "no workload": p5() },
};
