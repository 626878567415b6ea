import { cheaperInstanceType } from "../../../../lib/review/rules/cost/cheaper-instance-type";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: cheaperInstanceType,
  holds: { "the smallest size": at(serving(), CHAT_8B) },
  fails: {
    "a large size for one GPU": [
      at(serving({ instanceType: "g6e.16xlarge" }), CHAT_8B),
      [{ path: "pools.l40s.instanceType", fix: "use g6e.xlarge" }],
    ],
  },
  doesNotApply: { training: at(p5(), LLAMA_70B) },
};
