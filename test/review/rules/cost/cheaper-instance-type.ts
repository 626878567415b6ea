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
      [
        {
          path: "pools.l40s.instanceType",
          value: "g6e.16xlarge at 7.58 USD per GPU-hour in us-east-2",
          allowed: expect.stringContaining("per GPU-hour in us-east-2, with the same GPU"),
          fix: "use g6e.xlarge",
        },
      ],
    ],
  },
  doesNotApply: { training: at(p5(), LLAMA_70B) },
};
