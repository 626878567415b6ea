import { percent, usd } from "../../../units/quantity";
import type { CostUse } from "../../figures/cost-use";
import { stacked } from "./charts";

/** What is paid, split by what it is used for. */
export function costUsePicture(use: CostUse | null): string {
  if (use === null) return "";
  const total = use.parts.reduce((sum, { value }) => sum + value, 0);
  const title = `${use.of}, paid and used: ${usd(total)}${use.of === "Hourly cost" ? " per hour" : ""}`;
  return stacked(title, use.parts, null, (value) => `${usd(value)}, ${percent(value / total)}`);
}
