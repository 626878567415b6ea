import { checkpointIntervalOff } from "../../../../lib/review/rules/reliability/checkpoint-interval-off";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: checkpointIntervalOff,
  holds: { "two hours against three": at(p5(), { ...LLAMA_70B, checkpointMinutes: 120 }) },
  fails: {
    "once a day": [at(p5(), { ...LLAMA_70B, checkpointMinutes: 1440 }), [{ path: "workload.checkpointMinutes" }]],
    "every five minutes": [at(p5(), { ...LLAMA_70B, checkpointMinutes: 5 }), [{ path: "workload.checkpointMinutes" }]],
  },
  doesNotApply: { "an interval left to the library": at(p5(), LLAMA_70B) },
};
