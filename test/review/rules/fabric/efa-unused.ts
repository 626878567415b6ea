import { efaUnused } from "../../../../lib/review/rules/fabric/efa-unused";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: efaUnused,
  holds: { "p5 nodes with a fabric": p5() },
  fails: { "p5 nodes without one": [p5({ pool: { fabric: null } }), [{ path: "pools.h100.fabric", value: null }]] },
  doesNotApply: {
    "a pool of one node": p5({ pool: { fabric: null, nodes: { min: 0, max: 1 } } }),
    "training, where efa-missing speaks": at(p5({ pool: { fabric: null } }), LLAMA_70B),
  },
};
