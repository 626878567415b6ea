import { replicasShort } from "../../../../lib/review/rules/inference/replicas-short";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: replicasShort,
  holds: { "eight replicas for seven": at(serving(), CHAT_8B) },
  fails: {
    "three times the rate": [
      at(serving(), { ...CHAT_8B, requestsPerSecond: 60 }),
      [{ path: "pools.l40s.nodes.max", value: "8 replicas of 1 GPU; 9 too few" }],
    ],
  },
  doesNotApply: { training: at(p5(), LLAMA_70B) },
};
