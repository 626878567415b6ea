import type { Range } from "../../sizing/inputs/range";
import { about, rangeOf } from "../../units/quantity";
import type { PurchaseChoice, PurchaseFigures } from "../figures/purchases";

const NAMES: Readonly<Record<PurchaseChoice["option"], string>> = {
  "on-demand": "On-Demand",
  "capacity-block": "Capacity Block",
  spot: "Spot Instances",
  "savings-plan-1-year": "Compute Savings Plan, 1 year, no upfront",
  "savings-plan-3-years": "Compute Savings Plan, 3 years, no upfront",
  commitment: "Savings Plans or Reserved Instances",
  ownership: "On premises (owned)",
};

/** A range, or its one figure where the ends read the same. */
const figure = (range: Range | null) =>
  range === null ? "-" : about(range.low) === about(range.high) ? about(range.expected) : rangeOf(range, about);

/** What the table of purchases is of. */
export function purchaseIntro({ nodes, instanceType }: PurchaseFigures): string {
  return `${nodes} x ${instanceType}; excludes storage, networking and control plane. Where no price is published: break-even hourly price against On-Demand.`;
}

export const PURCHASE_HEAD = ["purchase option", "USD/h", "break-even, USD/h", "cost of run, USD", "notes"];

/** Columns of numbers. */
export const PURCHASE_NUMBERS = [1, 2, 3];

/** The rows of that table. */
export function purchaseRows({ choices }: PurchaseFigures): string[][] {
  return choices.map((c) => [
    NAMES[c.option],
    c.usdPerHour === null ? "-" : about(c.usdPerHour),
    c.usdPerHour === null ? figure(c.paysBelowUsdPerHour) : "-",
    figure(c.usdOfRun),
    c.note,
  ]);
}
