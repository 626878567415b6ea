import rows from "../data/market-fabrics.json";
import type { Sourced } from "../types";
import type { MarketPrice } from "./market-prices";

/** What joins the nodes of another cloud's offer. */
export interface MarketFabric extends Sourced {
  /** Who sells it: `azure`, `coreweave`. */
  readonly provider: string;
  /** Offers that have it, as `market-prices.json` names them; empty for all of the provider. */
  readonly offers: readonly string[];
  /** Null where nodes have no network for GPUs and no promise of a place: not for runs over several. */
  readonly kind: "infiniband" | "roce" | null;
  /** Gb/s of a node, all cards, one direction; null where no page states it. */
  readonly gbpsPerNode: number | null;
  readonly gpusPerNode: number;
}

const all = rows as readonly MarketFabric[];

/** The fabric of an offer; undefined where nothing is published about it. */
export function marketFabric({ provider, offer }: Pick<MarketPrice, "provider" | "offer">): MarketFabric | undefined {
  return all.find((row) => row.provider === provider && (row.offers.length === 0 || row.offers.includes(offer)));
}
