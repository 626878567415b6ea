import { fineTuningDiffers } from "../../../../lib/review/rules/fit/fine-tuning-differs";
import { CHAT_8B } from "../../p5-cluster";
import { ray, TUNE_8B, tuned } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fineTuningDiffers,
  holds: { "the run of the workload": at(tuned(), TUNE_8B) },
  fails: {
    "QLoRA for LoRA, of another rank": [
      at(tuned({ method: "qlora", rank: 64 }), TUNE_8B),
      [
        { path: "fineTuning.tune.method", value: "qlora", allowed: "lora, as in the workload" },
        { path: "fineTuning.tune.rank", value: 64 },
      ],
    ],
    "longer sequences": [at(tuned({ sequenceLength: 4096 }), TUNE_8B), [{ path: "fineTuning.tune.sequenceLength" }]],
    "more sequences per step": [
      at(tuned({ batchPerGpu: 8 }), TUNE_8B),
      [{ path: "fineTuning.tune.batchPerGpu", value: 8, fix: "set globalBatchSequences in the workload to 64" }],
    ],
  },
  doesNotApply: { "no declared run": at(ray(), TUNE_8B), "a service": at(tuned(), CHAT_8B) },
};
