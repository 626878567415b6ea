import { efaMissing } from "../../../lib/review/rules/efa-missing";
import { CHAT_8B, LLAMA_70B, p5 } from "../p5-cluster";
import { at, type RuleCases } from "../rule-cases";

export const cases: RuleCases = {
  rule: efaMissing,
  holds: { "training on p5 nodes with a fabric": at(p5(), LLAMA_70B) },
  fails: {
    "training on p5 nodes without one": [
      at(p5({ pool: { fabric: null } }), LLAMA_70B),
      [{ path: "pools.h100.fabric", value: null }],
    ],
  },
  doesNotApply: {
    "a single node": at(p5({ pool: { fabric: null, nodes: { min: 0, max: 1 } } }), LLAMA_70B),
    "types without EFA": at(p5({ pool: { fabric: null, instanceType: "g5.4xlarge" } }), LLAMA_70B),
    "a model that is served from one node a replica": at(p5({ pool: { fabric: null } }), CHAT_8B),
  },
};
