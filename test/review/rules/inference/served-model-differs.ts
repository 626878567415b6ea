import { modelArchitecture } from "../../../../lib/catalog/models";
import { servedModelDiffers } from "../../../../lib/review/rules/inference/served-model-differs";
import { CHAT_8B, LLAMA_70B } from "../../p5-cluster";
import { deployed, serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const ADAPTED = { ...CHAT_8B, loraAdapters: 4, loraRank: 32 };

export const cases: RuleCases = {
  rule: servedModelDiffers,
  holds: {
    "the same model": at(deployed(), CHAT_8B),
    "a shape of one's own under another name": at(
      deployed({ model: { ...modelArchitecture("llama-3.1-8b"), name: "llama" } }),
      CHAT_8B,
    ),
    "room for the adapters": at(deployed({ lora: { maxAdapters: 4, maxRank: 32 } }), ADAPTED),
  },
  fails: {
    "70B deployed for a workload of 8B": [
      at(deployed({ model: modelArchitecture("llama-3.1-70b") }), CHAT_8B),
      [{ path: "serving.chat.model", value: "llama-3.1-70b", allowed: "llama-3.1-8b, the workload's model" }],
    ],
    "another shape under a name that several have": [
      at(deployed({ model: { ...modelArchitecture("llama-3.1-70b"), name: "llama" } }), {
        ...CHAT_8B,
        model: { ...CHAT_8B.model, name: "llama" },
      }),
      [{ path: "serving.chat.model", value: "llama", allowed: "llama, the workload's model" }],
    ],
    "another precision": [
      at(deployed({ precision: "fp8" }), CHAT_8B),
      [{ path: "serving.chat.precision", value: "fp8", allowed: "bf16, as in the workload" }],
    ],
    "no adapters": [at(deployed(), ADAPTED), [{ path: "serving.chat.lora" }]],
    "adapters of too high a rank": [
      at(deployed({ lora: { maxAdapters: 4, maxRank: 16 } }), ADAPTED),
      [{ path: "serving.chat.lora.maxRank", value: 16, fix: "set lora.maxRank to 32" }],
    ],
  },
  doesNotApply: { "no declared service": at(serving(), CHAT_8B), training: at(deployed(), LLAMA_70B) },
};
