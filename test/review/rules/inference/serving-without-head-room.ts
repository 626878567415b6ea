import { servingWithoutHeadRoom } from "../../../../lib/review/rules/inference/serving-without-head-room";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: servingWithoutHeadRoom,
  holds: { "eight replicas for the load of six": at(serving(), CHAT_8B) },
  fails: {
    "six replicas for the load of six": [
      at(serving({ nodes: { min: 2, max: 6 } }), CHAT_8B),
      [{ path: "pools.l40s.nodes.max", allowed: "80 % or less" }],
    ],
  },
  doesNotApply: { training: at(p5(), LLAMA_70B) },
};
