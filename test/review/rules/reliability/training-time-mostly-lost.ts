import { trainingTimeMostlyLost } from "../../../../lib/review/rules/reliability/training-time-mostly-lost";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: trainingTimeMostlyLost,
  holds: { "16 nodes": at(p5(), LLAMA_70B) },
  fails: {
    "a checkpoint every third day": [
      at(p5({ pool: { nodes: { min: 0, max: 64 } } }), { ...LLAMA_70B, checkpointMinutes: 4320 }),
      [{ path: "workload.checkpointMinutes", allowed: "90 % or more" }],
    ],
  },
  doesNotApply: { "no workload": p5() },
};
