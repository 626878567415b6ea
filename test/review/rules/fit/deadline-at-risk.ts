import { deadlineAtRisk } from "../../../../lib/review/rules/fit/deadline-at-risk";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: deadlineAtRisk,
  holds: { "70B in 30 days": at(p5(), { ...LLAMA_70B, deadlineDays: 30 }) },
  fails: { "70B in nine days": [at(p5(), { ...LLAMA_70B, deadlineDays: 9 }), [{ path: "workload.deadlineDays" }]] },
  doesNotApply: {
    "no deadline": at(p5(), LLAMA_70B),
    "a deadline missed anyway": at(p5(), { ...LLAMA_70B, deadlineDays: 2 }),
  },
};
