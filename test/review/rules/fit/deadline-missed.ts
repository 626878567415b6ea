import { deadlineMissed } from "../../../../lib/review/rules/fit/deadline-missed";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: deadlineMissed,
  holds: { "70B in 30 days": at(p5(), { ...LLAMA_70B, deadlineDays: 30 }) },
  fails: {
    "70B in two days": [
      at(p5(), { ...LLAMA_70B, deadlineDays: 2 }),
      [{ path: "workload.deadlineDays", allowed: "2 days or less" }],
    ],
  },
  doesNotApply: { "no deadline": at(p5(), LLAMA_70B), "no workload": p5() },
};
