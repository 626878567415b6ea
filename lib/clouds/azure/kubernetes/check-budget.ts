import type { Problems } from "../../../errors";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";

/** A budget has an amount, a month and somebody to tell, or nothing of them. */
export function checkBudget(
  problems: Problems,
  { monthlyBudgetUsd, budgetEmails, budgetStartsOn }: KubeRayClusterProps,
): void {
  const add = (code: "required" | "conflict", path: string, message: string) => problems.add(code, path, message);
  if (monthlyBudgetUsd === undefined) {
    if (budgetEmails?.length || budgetStartsOn !== undefined)
      add(
        "required",
        "monthlyBudgetUsd",
        "monthlyBudgetUsd is required with budgetEmails or budgetStartsOn; give the cluster's budget in US dollars a month",
      );
    return;
  }
  if (!budgetEmails?.length)
    add(
      "required",
      "budgetEmails",
      'budgetEmails is required with monthlyBudgetUsd, since Azure makes no budget without a recipient; write ["you@example.com"]',
    );
  if (budgetStartsOn === undefined)
    add(
      "required",
      "budgetStartsOn",
      'budgetStartsOn is required with monthlyBudgetUsd: give the month that it begins in, such as "2026-12-01"',
    );
}
