import { budgetMissing } from "../../../../lib/review/rules/cost/budget-missing";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: budgetMissing,
  holds: {
    "a budget": p5(),
    "a budget beside Prometheus, which has none": p5({
      cluster: {
        monitoring: [
          { name: "ray-prometheus", idleGpuMinutes: 30, alarms: ["GpuIdle"], monthlyBudgetUsd: null, dashboards: true },
          ...p5().monitoring,
        ],
      },
    }),
  },
  fails: {
    none: [p5({ monitoring: { monthlyBudgetUsd: null } }), [{ path: "monitoring.monitoring.monthlyBudgetUsd" }]],
  },
  doesNotApply: { "no monitoring, of which monitoring-missing speaks": p5({ cluster: { monitoring: [] } }) },
};
