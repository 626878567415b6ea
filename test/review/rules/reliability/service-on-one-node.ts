import { serviceOnOneNode } from "../../../../lib/review/rules/reliability/service-on-one-node";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: serviceOnOneNode,
  holds: { "two nodes": at(serving(), CHAT_8B) },
  fails: { one: [at(serving({ nodes: { min: 1, max: 8 } }), CHAT_8B), [{ path: "pools.l40s.nodes.min", value: 1 }]] },
  doesNotApply: { training: at(p5(), LLAMA_70B) },
};
