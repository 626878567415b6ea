import { blockWithoutNodes } from "../../../../lib/review/rules/capacity/block-without-nodes";
import { block, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: blockWithoutNodes,
  holds: { "16 nodes": p5({ pool: { capacity: [block()] } }) },
  fails: {
    "no number": [p5({ pool: { capacity: [block({ nodes: null })] } }), [{ path: "pools.h100.capacity[0].nodes" }]],
  },
  doesNotApply: { "no block": p5() },
};
