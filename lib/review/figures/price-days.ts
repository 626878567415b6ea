import { counted } from "../../units/quantity";
import type { CostFigures } from "./cost";

/** Days as a range, or as one: `2025-05-29 to 2026-09-21`. */
export const daysText = ({ oldest, newest }: NonNullable<CostFigures["pricedOn"]>): string =>
  oldest === newest ? oldest : `${oldest} to ${newest}`;

/**
 * When the prices behind a cost were in force, and whose they are where the catalog has none for the design's Region:
 * `2025-05-29 to 2026-09-21, 7 items at prices of us-east-1`. Null where nothing has a price.
 */
export function priceDays({ pricedOn, borrowedFrom, parts }: CostFigures): string | null {
  if (pricedOn === null) return null;
  const days = daysText(pricedOn);
  const items = parts.filter(({ priceRegion }) => priceRegion !== null && borrowedFrom.includes(priceRegion)).length;
  return items === 0 ? days : `${days}, ${counted(items, "items")} at prices of ${borrowedFrom.join(", ")}`;
}
