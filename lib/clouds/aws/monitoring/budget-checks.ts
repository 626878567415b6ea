import type { Problems } from "../../../errors";
import { isKnown } from "../../common/terraform-text";

/** Checks a monthly budget in US dollars; none is fine. */
export function checkMonthlyBudget(problems: Problems, monthlyBudgetUsd: number | undefined): void {
  if (monthlyBudgetUsd === undefined || !isKnown(monthlyBudgetUsd)) return;
  if (Number.isFinite(monthlyBudgetUsd) && monthlyBudgetUsd > 0) return;
  problems.add(
    "out-of-range",
    "monthlyBudgetUsd",
    `monthlyBudgetUsd must be above 0, got ${monthlyBudgetUsd}; leave it out for no budget`,
  );
}

/** Whether mail can be sent there, as far as text tells. */
export function isMailAddress(text: string): boolean {
  return !isKnown(text) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
