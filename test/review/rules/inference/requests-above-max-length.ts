import { requestsAboveMaxLength } from "../../../../lib/review/rules/inference/requests-above-max-length";
import { CHAT_8B } from "../../p5-cluster";
import { deployed, serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const RARE = { ...CHAT_8B, requestsPerSecond: 0.1, timeToFirstTokenSeconds: null };

export const cases: RuleCases = {
  rule: requestsAboveMaxLength,
  holds: { "prompt and answer that just fit": at(deployed(), { ...RARE, promptTokens: 7892 }) },
  fails: {
    "100,000-token prompts": [
      at(deployed(), { ...RARE, promptTokens: 100_000 }),
      [
        {
          path: "serving.chat.maxModelLength",
          value: "8,192 tokens; 92,108 too few",
          fix: "set maxModelLength to 100300 or more",
        },
      ],
    ],
    "prompts above what the model itself takes": [
      at(deployed(), { ...RARE, promptTokens: 200_000 }),
      [{ fix: "shorten the requests, or serve a model with a longer context: llama-3.1-8b has 131,072" }],
    ],
  },
  doesNotApply: { "no declared service": at(serving(), CHAT_8B), "no workload": deployed() },
};
