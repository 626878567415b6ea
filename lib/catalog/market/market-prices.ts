import rows from "../data/market-prices.json";
import type { Sourced } from "../types";

/** An offer of another cloud or a marketplace. */
export interface MarketPrice extends Sourced {
  /** Who sells it: `azure`, `coreweave`. */
  readonly provider: string;
  /** Name under which it is sold. */
  readonly offer: string;
  /** Catalog name: `H100-SXM-80GB`. */
  readonly accelerator: string;
  /** Accelerators in one unit of the offer. */
  readonly accelerators: number;
  readonly purchase: "on-demand" | "spot";
  /** Price of one unit per hour, US dollars before taxes and discounts; null where none is published. */
  readonly usdPerHour: number | null;
  /** Region in the provider's words; null where the price is the same everywhere or the page names none. */
  readonly region: string | null;
  /** Day that the price was in force, ISO 8601. */
  readonly pricedOn: string;
}

const all = rows as unknown as readonly MarketPrice[];

/** Offers of an accelerator by other clouds and marketplaces, the cheapest first and those without a price last. */
export function marketPrices(accelerator: string): readonly MarketPrice[] {
  const perGpu = ({ usdPerHour, accelerators }: MarketPrice) =>
    usdPerHour === null ? Number.POSITIVE_INFINITY : usdPerHour / accelerators;
  return all.filter((row) => row.accelerator === accelerator).sort((a, b) => perGpu(a) - perGpu(b));
}
