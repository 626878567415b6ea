import type { CostFigures } from "../../review/figures/cost";
import { HOURS_PER_MONTH } from "../../sizing/cost/cost";
import { usd } from "../../units/quantity";
import type { Decision } from "./decision";

/** Room above nodes and storage, for traffic, logs and alarms. */
const HEAD_ROOM = 1.1;

/** A monthly budget for what everything costs while it runs, and a tenth. */
export function monthlyBudget({ usdPerHour, borrowedFrom }: Pick<CostFigures, "usdPerHour" | "borrowedFrom">): {
  readonly usd: number | undefined;
  readonly decision: Decision;
} {
  const amount = Math.ceil((usdPerHour * HOURS_PER_MONTH * HEAD_ROOM) / 100) * 100;
  if (amount <= 0)
    return { usd: undefined, decision: { choice: "no budget", why: "the catalog has no price for the nodes" } };
  return {
    usd: amount,
    decision: {
      choice: `a monthly budget of ${usd(amount)}`,
      why: `${usd(usdPerHour)} per hour all month, plus 10 %${borrowedFrom.length === 0 ? "" : `; prices of ${borrowedFrom.join(", ")} where the catalog has none for the Region`}`,
    },
  };
}
