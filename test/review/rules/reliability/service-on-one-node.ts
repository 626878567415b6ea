import { serviceOnOneNode } from "../../../../lib/review/rules/reliability/service-on-one-node";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: serviceOnOneNode,
  holds: {
    "two nodes": at(serving(), CHAT_8B),
    "none at first, of which a second may come": at(serving({ nodes: { min: 0, max: 2 } }), CHAT_8B),
  },
  fails: {
    one: [at(serving({ nodes: { min: 1, max: 8 } }), CHAT_8B), [{ path: "pools.l40s.nodes.min", value: 1 }]],
    "one at most": [
      at(serving({ nodes: { min: 0, max: 1 } }), CHAT_8B),
      [{ path: "pools.l40s.nodes.max", value: 1, allowed: "2 or more" }],
    ],
  },
  doesNotApply: { training: at(p5(), LLAMA_70B) },
};
