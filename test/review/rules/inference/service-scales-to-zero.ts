import { serviceScalesToZero } from "../../../../lib/review/rules/inference/service-scales-to-zero";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: serviceScalesToZero,
  holds: { "two nodes": at(serving(), CHAT_8B) },
  fails: { none: [at(serving({ nodes: { min: 0, max: 8 } }), CHAT_8B), [{ path: "pools.l40s.nodes.min", value: 0 }]] },
  doesNotApply: {
    "no objective": at(serving(), { ...CHAT_8B, timeToFirstTokenSeconds: null }),
    training: at(p5(), LLAMA_70B),
  },
};
