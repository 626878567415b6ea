import { budgetBelowCost } from "../../../../lib/review/rules/cost/budget-below-cost";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: budgetBelowCost,
  holds: { "1.5 million a month for a week's run": at(p5(), LLAMA_70B) },
  fails: {
    "10,000 a month for a reservation of 17 nodes": [
      p5({ monitoring: { monthlyBudgetUsd: 10_000 } }),
      [{ path: "monitoring.monitoring.monthlyBudgetUsd", value: "10,000 USD" }],
    ],
    "10,000 a month for a run": [
      at(p5({ monitoring: { monthlyBudgetUsd: 10_000 } }), LLAMA_70B),
      [{ path: "monitoring.monitoring.monthlyBudgetUsd" }],
    ],
  },
  doesNotApply: { "no budget": p5({ monitoring: { monthlyBudgetUsd: null } }) },
};
