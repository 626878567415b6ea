import { type MarketPrice, marketPrices } from "../catalog/market-prices";
import { instancePrice } from "../catalog/prices";
import type { Cluster } from "../model/model";
import { designOf } from "../review/design";
import type { Review } from "../review/review";
import { type Range, range } from "../sizing/inputs/range";
import { count, rangeOf, usd } from "../units/quantity";

/** What a design's accelerators would cost elsewhere. */
export interface MarketOffer {
  readonly provider: string;
  readonly offer: string;
  readonly purchase: string;
  readonly region: string | null;
  /** US dollars for one accelerator and hour; null where no price is published. */
  readonly usdPerGpuHour: number | null;
  /** US dollars an hour for as many accelerators as the design has. */
  readonly usdPerHour: number | null;
  /** The design's run on them, if it took as long: the network between machines differs, and may make it slower. */
  readonly usdOfRun: Range | null;
  readonly pricedOn: string | null;
  readonly source: string | null;
  readonly note: string | null;
}

/** A design's accelerators and what others ask for as many, the cheapest first. */
export interface Market {
  readonly accelerator: string;
  readonly accelerators: number;
  readonly offers: readonly MarketOffer[];
}

/** An offer as it is sold, AWS's among them. */
type Row = Omit<MarketPrice, "accelerator" | "purchase" | "pricedOn" | "source" | "checkedOn"> & {
  readonly purchase: string;
  readonly pricedOn: string | null;
  readonly source: string | null;
};

/** What other clouds and marketplaces ask for the accelerators of a design's work pool; null where it has none. */
export function marketOf(cluster: Cluster, { figures }: Review): Market | null {
  const { workPool: p } = designOf(cluster);
  if (p === null || p.accelerator === null) return null;
  const gpus = (figures.training?.nodes ?? p.pool.nodes.max) * p.gpusPerNode;
  const region = cluster.region ?? "us-east-1";
  const days = figures.run?.days;
  const offer = (row: Row): MarketOffer => {
    const usdPerGpuHour = row.usdPerHour === null ? null : row.usdPerHour / row.accelerators;
    const cost = (d: number) => d * 24 * usdPerGpuHour! * gpus;
    return {
      provider: row.provider,
      offer: row.offer,
      purchase: row.purchase,
      region: row.region,
      usdPerGpuHour,
      usdPerHour: usdPerGpuHour === null ? null : usdPerGpuHour * gpus,
      usdOfRun:
        days === undefined || usdPerGpuHour === null
          ? null
          : range(cost(days.low), cost(days.expected), cost(days.high)),
      pricedOn: row.pricedOn,
      source: row.source,
      note: row.note ?? null,
    };
  };
  const own = (["on-demand", "capacity-block", "spot"] as const).map((purchase): Row => {
    const price = instancePrice(p.pool.instanceType, purchase, region);
    return {
      provider: "aws",
      offer: p.pool.instanceType,
      accelerators: p.gpusPerNode,
      purchase,
      usdPerHour: price?.usdPerHour ?? null,
      region,
      pricedOn: price?.pricedOn ?? null,
      source: price?.source ?? null,
      note: price === undefined ? "no price in the catalog" : price.note,
    };
  });
  const offers = [...own, ...marketPrices(p.accelerator.name)].map(offer);
  const order = ({ usdPerGpuHour }: MarketOffer) => usdPerGpuHour ?? Number.MAX_VALUE;
  return { accelerator: p.accelerator.name, accelerators: gpus, offers: offers.sort((a, b) => order(a) - order(b)) };
}

export const MARKET_HEAD = [
  "provider",
  "offer",
  "purchase",
  "USD/GPU-h",
  "USD/h",
  "cost to train, same speed",
  "prices as of",
  "note",
];

/** The rows of a market's table; what is unknown is said so. */
export function marketRows({ offers }: Market): string[][] {
  return offers.map((o) => [
    o.provider,
    o.offer + (o.region === null ? "" : ` (${o.region})`),
    o.purchase,
    o.usdPerGpuHour === null ? "unknown" : o.usdPerGpuHour.toFixed(2),
    o.usdPerHour === null ? "unknown" : count(o.usdPerHour),
    o.usdOfRun === null ? "-" : rangeOf(o.usdOfRun, usd),
    o.pricedOn ?? "-",
    o.note ?? "",
  ]);
}
