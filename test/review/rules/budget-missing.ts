import { budgetMissing } from "../../../lib/review/rules/budget-missing";
import { p5 } from "../p5-cluster";
import type { RuleCases } from "../rule-cases";

export const cases: RuleCases = {
  rule: budgetMissing,
  holds: { "a budget": p5() },
  fails: {
    none: [p5({ monitoring: { monthlyBudgetUsd: null } }), [{ path: "monitoring.monitoring.monthlyBudgetUsd" }]],
  },
  doesNotApply: { "no monitoring, of which monitoring-missing speaks": p5({ cluster: { monitoring: [] } }) },
};
