import { modelArchitecture } from "../../../../lib/catalog/models";
import { sequenceAboveModel } from "../../../../lib/review/rules/fit/sequence-above-model";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { deployed } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const LLAMA_3 = { ...CHAT_8B, model: modelArchitecture("llama-3-8b") };
const unknown = { ...modelArchitecture("llama-3.1-70b"), maxSequenceLength: null };

export const cases: RuleCases = {
  rule: sequenceAboveModel,
  holds: {
    "the longest sequence of the model": at(p5(), { ...LLAMA_70B, sequenceLength: 131_072 }),
    "a prompt and its answer that just fit": at(p5(), { ...LLAMA_3, promptTokens: 7892, outputTokens: 300 }),
    "a service as long as its model": at(deployed({ maxModelLength: 131_072 }), CHAT_8B),
  },
  fails: {
    "training on twice the sequence": [
      at(p5(), { ...LLAMA_70B, sequenceLength: 262_144 }),
      [
        {
          path: "workload.sequenceLength",
          value: "262,144 tokens per sequence",
          allowed: "131,072 tokens or less, the maximum of llama-3.1-70b",
        },
      ],
    ],
    "30,000-token prompts of a model of 8,192": [
      at(p5(), { ...LLAMA_3, promptTokens: 30_000 }),
      [{ path: "workload.promptTokens", value: "30,300 tokens of prompt and output" }],
    ],
    "a service longer than its model": [
      at(deployed({ maxModelLength: 131_073 }), CHAT_8B),
      [{ path: "serving.chat.maxModelLength" }],
    ],
  },
  doesNotApply: {
    "no workload": p5(),
    "a model whose longest sequence nobody says": at(p5(), { ...LLAMA_70B, model: unknown }),
  },
};
