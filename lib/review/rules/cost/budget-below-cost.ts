import { HOURS_PER_MONTH } from "../../../sizing/cost/cost";
import { figuresOf } from "../../figures/figures";
import type { RunFigures } from "../../figures/run-figures";
import { usd } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

/** The month in which most is paid: Capacity Blocks are charged whole in advance, everything else as it runs. */
function dearestMonth({ days, prepaid }: RunFigures, usdOfRun: number): number {
  const ahead = prepaid?.usd ?? 0;
  const share = Math.min(1, HOURS_PER_MONTH / 24 / days.expected);
  return ahead + (usdOfRun - ahead) * share;
}

export const budgetBelowCost: Rule = {
  id: "budget-below-cost",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "monthly budget below what the design costs when it runs",
  why: "The budget's alarm goes off in the first days of every run, and people learn to ignore it; or it stops the run.",
  fix: "Set `monthlyBudgetUsd` to what the run costs, or shrink the design.",
  verify:
    "Multiply the report's price per hour by the hours that the run takes in a month, and add what is prepaid for Capacity Blocks.",
  source: "https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-managing-costs.html",
  check: (design) =>
    checkEach(
      design.cluster.monitoring.flatMap((m) => {
        const { run, cost } = figuresOf(design);
        const month = run?.usd ? dearestMonth(run, run.usd.expected) : cost.usdPerHourIdle * HOURS_PER_MONTH;
        return m.monthlyBudgetUsd !== null && month > 0 ? [{ m, budget: m.monthlyBudgetUsd, month }] : [];
      }),
      ({ m, budget, month }) =>
        month <= budget
          ? null
          : {
              path: `monitoring.${m.name}.monthlyBudgetUsd`,
              value: usd(budget),
              allowed: `${usd(month)} or more: what ${figuresOf(design).run ? "the run takes in a month" : "the design costs with nothing running"}`,
              fix: `set monthlyBudgetUsd to ${Math.ceil(month / 1000) * 1000}`,
            },
    ),
};
