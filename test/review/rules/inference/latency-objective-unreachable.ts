import { latencyObjectiveUnreachable } from "../../../../lib/review/rules/inference/latency-objective-unreachable";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: latencyObjectiveUnreachable,
  holds: { "8B on an L40S": at(serving(), CHAT_8B) },
  fails: {
    "a token every 5 ms": [
      at(serving(), { ...CHAT_8B, timePerOutputTokenSeconds: 0.005 }),
      [{ path: "workload.timePerOutputTokenSeconds" }],
    ],
    "a first token after 10 ms": [
      at(serving(), { ...CHAT_8B, timeToFirstTokenSeconds: 0.01 }),
      [{ path: "workload.timeToFirstTokenSeconds" }],
    ],
  },
  doesNotApply: { training: at(p5(), LLAMA_70B) },
};
