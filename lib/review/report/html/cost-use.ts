import { percent, usd } from "../../../units/quantity";
import type { CostUse } from "../../figures/cost-use";
import { stacked } from "./charts";

/** Number of the gray in style.ts. */
const GRAY = 5;

/** What is paid, split by what it is used for. */
export function costUsePicture(use: CostUse | null): string {
  if (use === null) return "";
  const total = use.parts.reduce((sum, { value }) => sum + value, 0);
  const title = `${use.of}, paid and used: ${usd(total)}${use.of === "Hourly cost" ? " per hour" : ""}`;
  // What is paid for nothing is gray.
  return stacked(
    title,
    use.parts,
    null,
    (value) => `${usd(value)}, ${percent(value / total)}`,
    ({ isUnused }, i) => (isUnused ? GRAY : i),
  );
}
