import { marketFabric } from "../../catalog/market/market-fabrics";
import { type MarketPrice, marketPrices } from "../../catalog/market/market-prices";
import { instancePrice } from "../../catalog/prices";
import type { Cluster } from "../../model/model";
import { type Design, designOf } from "../../review/design";
import { stepSecondsOver } from "../../review/figures/training-request";
import { purchaseName } from "../../review/purchase-name";
import type { Review } from "../../review/review";
import { mapRange, type Range } from "../../sizing/inputs/range";
import { count, duration, rangeOf, usd } from "../../units/quantity";

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
  /** Seconds of a step of the design's run over the fabric of that cloud; null for a service, or where the fabric is unknown or none. */
  readonly stepSeconds: number | null;
  /** What the design's run costs on them, at that step time; null where it is unknown. */
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

/** Seconds of a step over an offer's fabric, and what is to be said of it. */
interface StepThere {
  readonly seconds: number | null;
  readonly note: string | null;
}

/** What a run of the design takes on an offer: nodes of one run alike, several by what joins them. */
function stepOn(design: Design, { figures }: Review): (offer: Pick<MarketPrice, "provider" | "offer">) => StepThere {
  const training = figures.training;
  const here = training?.stepSeconds?.expected ?? null;
  const known = new Map<string, number | null>();
  return (offer) => {
    if (training === null || here === null) return { seconds: null, note: null };
    if (training.nodes === 1) return { seconds: here, note: null };
    const fabric = marketFabric(offer);
    if (fabric === undefined) return { seconds: null, note: "fabric not published: ask before a multi-node run" };
    if (fabric.kind === null) return { seconds: null, note: "no fabric between nodes: single-node runs only" };
    if (fabric.gbpsPerNode === null) return { seconds: null, note: `${fabric.kind}, rate not published` };
    const spec = { kind: fabric.kind, gbpsPerNode: fabric.gbpsPerNode, gpusPerNode: fabric.gpusPerNode };
    const key = JSON.stringify(spec);
    if (!known.has(key)) known.set(key, stepSecondsOver(design, training.nodes, spec));
    return { seconds: known.get(key)!, note: `${fabric.kind}, ${count(fabric.gbpsPerNode)} Gb/s per node` };
  };
}

/** An offer as it is sold, AWS's among them. */
type Row = Omit<MarketPrice, "accelerator" | "purchase" | "pricedOn" | "source" | "checkedOn"> & {
  readonly purchase: string;
  readonly pricedOn: string | null;
  readonly source: string | null;
};

/** What other clouds and marketplaces ask for the accelerators of a design's work pool; null where it has none. */
export function marketOf(cluster: Cluster, review: Review): Market | null {
  const { figures } = review;
  const design = designOf(cluster);
  const { workPool: p } = design;
  if (p === null || p.accelerator === null) return null;
  const gpus = (figures.training?.nodes ?? p.pool.nodes.max) * p.gpusPerNode;
  const region = cluster.region ?? "us-east-1";
  const days = figures.run?.days;
  const here = figures.training?.stepSeconds?.expected ?? null;
  const there = stepOn(design, review);
  // A Capacity Block is paid whole: what the review's purchase options say of it.
  const paid = ({ provider, purchase }: Row) =>
    provider === "aws" && purchase === "capacity-block"
      ? (figures.purchases?.choices.find(({ option }) => option === purchase)?.usdOfRun ?? null)
      : null;
  const offer = (row: Row): MarketOffer => {
    const usdPerGpuHour = row.usdPerHour === null ? null : row.usdPerHour / row.accelerators;
    const step = row.provider === "aws" ? { seconds: here, note: null } : there(row);
    const slower = step.seconds === null || here === null ? null : step.seconds / here;
    return {
      provider: row.provider,
      offer: row.offer,
      purchase: row.purchase,
      region: row.region,
      usdPerGpuHour,
      usdPerHour: usdPerGpuHour === null ? null : usdPerGpuHour * gpus,
      stepSeconds: step.seconds,
      usdOfRun:
        paid(row) ??
        (days === undefined || usdPerGpuHour === null || slower === null
          ? null
          : mapRange(days, (d) => d * slower * 24 * usdPerGpuHour * gpus)),
      pricedOn: row.pricedOn,
      source: row.source,
      note: [step.note, row.note].filter(Boolean).join("; ") || null,
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
  "step time",
  "cost to train",
  "prices as of",
  "note",
];

/** The rows of a market's table; what is unknown is said so. */
export function marketRows({ offers }: Market): string[][] {
  return offers.map((o) => [
    o.provider,
    o.offer + (o.region === null ? "" : ` (${o.region})`),
    purchaseName(o.purchase),
    o.usdPerGpuHour === null ? "unknown" : o.usdPerGpuHour.toFixed(2),
    o.usdPerHour === null ? "unknown" : count(o.usdPerHour),
    o.stepSeconds === null ? "-" : duration(o.stepSeconds),
    o.usdOfRun === null ? "-" : rangeOf(o.usdOfRun, usd),
    o.pricedOn ?? "-",
    o.note ?? "",
  ]);
}
