import { usd } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { monthlyCost } from "../../monthly-cost";
import { checkEach, type Rule } from "../../rule";

export const budgetBelowCost: Rule = {
  id: "budget-below-cost",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "Monthly budget below the expected cost",
  why: "The budget alert fires in the first days of every run. Either the team learns to ignore it, or a budget action stops the run.",
  fix: "Set `monthlyBudgetUsd` to the cost of the run, or reduce the design.",
  verify:
    "Multiply the hourly cost in the report by the hours per month that the run takes, and add the prepaid cost of Capacity Blocks.",
  source: "https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-managing-costs.html",
  check: (design) =>
    checkEach(
      design.cluster.monitoring.flatMap((m, _, all) => {
        // Each of several clusters in one stack has a budget of its own; the cost is that of all.
        const counted = design.cluster.networks.length > 1 ? all : [m];
        const budget = counted.reduce((sum, { monthlyBudgetUsd }) => sum + (monthlyBudgetUsd ?? 0), 0);
        const month = monthlyCost(figuresOf(design)).expected;
        return m.monthlyBudgetUsd !== null && month > 0 ? [{ m, budget, month }] : [];
      }),
      ({ m, budget, month }) =>
        month <= budget
          ? null
          : {
              path: `monitoring.${m.name}.monthlyBudgetUsd`,
              value: usd(budget),
              allowed: `${usd(month)} or more, the ${figuresOf(design).run ? "cost of the run per month" : "idle cost per month"}`,
              fix: `set monthlyBudgetUsd to ${Math.ceil(month / 1000) * 1000}`,
            },
    ),
};
