import type { Range } from "../../sizing/inputs/range";
import type { PurchaseChoice, PurchaseFigures } from "../figures/purchases";
import { about, rangeOf } from "./quantity";

const NAMES: Readonly<Record<PurchaseChoice["option"], string>> = {
  "on-demand": "on demand",
  "capacity-block": "Capacity Block",
  spot: "spot",
  commitment: "reserved or savings plan",
  ownership: "owned",
};

/** A range, or its one figure where the ends read the same. */
const figure = (range: Range | null) =>
  range === null ? "-" : about(range.low) === about(range.high) ? about(range.expected) : rangeOf(range, about);

/** What the table of purchases is of. */
export function purchaseIntro({ nodes, instanceType }: PurchaseFigures): string {
  return `${nodes} x ${instanceType}, what stands around them left out. Where no price is published, the price an hour of all of them below which it is cheaper than on demand.`;
}

export const PURCHASE_HEAD = ["bought", "USD an hour", "USD for the run", "what it means"];

/** The rows of that table. */
export function purchaseRows({ choices }: PurchaseFigures): string[][] {
  return choices.map((c) => [
    NAMES[c.option],
    c.usdPerHour === null ? `pays below ${figure(c.paysBelowUsdPerHour)}` : about(c.usdPerHour),
    figure(c.usdOfRun),
    c.note,
  ]);
}
