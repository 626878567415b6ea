import { bootCounts, bootText, usdFromLaunch } from "../../architectures/sizing/cost-from-launch";
import type { RankedDesign } from "../../architectures/sizing/ranked-design";
import type { Obstacle } from "../../architectures/sizing/why-nothing-fits";
import { instancePrice } from "../../catalog/prices";
import type { InstancePrice } from "../../catalog/types";
import type { CloudFacts } from "../../review/clouds/cloud-facts";
import { purchaseName } from "../../review/purchase-name";
import { dayOf } from "../../units/day-of";
import { count, counted, duration, durationOfDays, percent, rangeOf, usd, watts } from "../../units/quantity";
import { OBJECTIVE } from "../alternatives";
import type { RangeBars, Table } from "./tables-page";

/** A cloud to rank, and where. */
export interface Place {
  readonly cloud: CloudFacts;
  readonly region: string;
}

/** Prices older than this are pointed out: Capacity Blocks are priced anew each quarter. */
const OLD_PRICE_DAYS = 60;
const DAY_MILLISECONDS = 86_400_000;

/** The list price that a design is counted at; undefined for Spot, whose price the options give. */
function listPrice({ instanceType, purchase }: RankedDesign, places: readonly Place[]): InstancePrice | undefined {
  if (purchase === "spot") return undefined;
  const regions = [...places.map(({ region }) => region), ...places.map(({ cloud }) => cloud.referenceRegion)];
  return regions.flatMap((region) => instancePrice(instanceType, purchase, region) ?? [])[0];
}

/** Region and day of a design's price, another region's by name. */
function priceOf(design: RankedDesign, places: readonly Place[]): string {
  const price = listPrice(design, places);
  if (price === undefined) return design.purchase === "spot" ? "--spot-price" : "";
  const asked = places.find(({ cloud }) => cloud.regions.includes(price.region))?.region;
  return `${price.region === asked ? "" : `${price.region}, not ${asked}, `}${price.pricedOn}`;
}

/** A design with the Region and day of the list price that it is counted at; null for Spot, whose price the options give. */
export function withPrice(design: RankedDesign, places: readonly Place[]): object {
  const price = listPrice(design, places);
  return { ...design, price: price === undefined ? null : { region: price.region, pricedOn: price.pricedOn } };
}

/** A sentence on prices that are older than lists usually last; empty without one. */
function oldPrices(designs: readonly RankedDesign[], places: readonly Place[]): string {
  const days = designs.flatMap((design) => listPrice(design, places)?.pricedOn ?? []).sort();
  const age = days[0] === undefined ? 0 : Math.floor((Date.now() - dayOf(days[0])) / DAY_MILLISECONDS);
  if (age <= OLD_PRICE_DAYS) return "";
  const fetched = places.some(({ cloud }) => cloud.refreshesPrices);
  return `. The oldest price is ${counted(age, "days")} old: verify it${fetched ? ", or fetch current prices with `warpform prices refresh`" : ""}`;
}

/** What the next larger design of the same type buys. */
function nextText({ next }: RankedDesign): string {
  if (next === null) return "";
  const time = durationOfDays(Math.abs(next.daysSaved));
  const money = usd(Math.abs(next.usdMore));
  return `${counted(next.nodes, "nodes")}: ${time} ${next.daysSaved > 0 ? "sooner" : "later"}, ${money} ${next.usdMore > 0 ? "more" : "less"}`;
}

/** What the time and the cost of a run are of. */
export const RUN_FIGURES = {
  run: { time: "time to train", cost: "cost to train" },
  batch: { time: "time for all tasks", cost: "cost of all tasks" },
} as const;

type RunFigureNames = (typeof RUN_FIGURES)[keyof typeof RUN_FIGURES];

/** Ranked designs as a table, the best first; columns that say nothing are left out. */
export function planTable(
  designs: readonly RankedDesign[],
  places: readonly Place[],
  names: RunFigureNames = RUN_FIGURES.run,
): Table {
  const head = [
    "nodes",
    "purchase option",
    names.time,
    names.cost,
    "with node boot",
    "prepaid",
    "USD/h",
    "TTFT (p95)",
    "objective",
    "goodput",
    "MTBF",
    "power",
    "next size",
    "parallelism plan",
    "prices as of",
  ];
  const boots = designs.some(bootCounts);
  const rows = designs.map((d) => [
    `${d.nodes} x ${d.instanceType}`,
    purchaseName(d.purchase),
    d.days === null ? "" : rangeOf(d.days, durationOfDays),
    d.usd === null ? "" : rangeOf(d.usd, usd),
    boots && d.usd !== null ? usd(usdFromLaunch(d)) : "",
    d.prepaidDays === null || d.usedUsd === null
      ? ""
      : `${counted(d.prepaidDays, "days")}, ${usd(d.usedUsd.expected)} of it used`,
    count(d.usdPerHour),
    d.timeToFirstTokenSeconds === null ? "" : duration(d.timeToFirstTokenSeconds),
    OBJECTIVE[d.meetsObjective],
    d.workKept === null ? "" : rangeOf(d.workKept, percent),
    d.hoursBetweenFailures === null ? "" : duration(d.hoursBetweenFailures * 3600),
    d.facilityWatts === null ? "" : watts(d.facilityWatts),
    nextText(d),
    d.layout,
    priceOf(d, places),
  ]);
  const used = head.map((_, column) => rows.some((row) => row[column] !== ""));
  const only = (cells: readonly string[]) => cells.filter((_, column) => used[column]);
  return { title: null, head: only(head), rows: rows.map(only) };
}

/** What the figures of the table rest on. */
export function planNote(designs: readonly RankedDesign[], all: number, places: readonly Place[]): string {
  return `${designs.length} of ${all} designs that fit; list prices of the Region and date under "prices as of" (${places.map(({ cloud, region }) => [...new Set([region, cloud.referenceRegion])].join(", or ")).join("; ")} if the catalog has no price there); Spot prices from --spot-price, since the catalog has none${oldPrices(designs, places)}`;
}

/** The best design in one sentence; what to do where none fits. */
export function planVerdict(
  designs: readonly RankedDesign[],
  by: "cost" | "time",
  obstacles: readonly Obstacle[] = [],
): string {
  const best = designs.find(({ meetsObjective }) => meetsObjective !== "no");
  if (best === undefined) {
    if (obstacles.length > 0) return `No design fits. ${obstacles.map(({ message }) => `${message}.`).join(" ")}`;
    return designs.length === 0
      ? "No design fits. Allow more nodes (--max-nodes), other instance types or other purchase options."
      : "No design meets the objective. Allow more nodes (--max-nodes), or relax the deadline or latency objective.";
  }
  const figures = [
    best.days === null ? null : durationOfDays(best.days.expected),
    best.usd === null ? `${usd(best.usdPerHour)}/h` : usd(best.usd.expected),
    bootText(best) || null,
  ].filter((text) => text !== null);
  const of = by === "cost" ? "Lowest cost" : "Shortest time";
  return `${of}: ${best.nodes} x ${best.instanceType}, ${purchaseName(best.purchase)}: ${figures.join(", ")}; objective ${OBJECTIVE[best.meetsObjective]}.`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Time and cost of ranked designs; the deadline across. */
export function planBars(
  designs: readonly RankedDesign[],
  deadlineDays: number | null,
  names: RunFigureNames = RUN_FIGURES.run,
): RangeBars[] {
  const name = (d: RankedDesign) => `${d.nodes} x ${d.instanceType}, ${purchaseName(d.purchase)}`;
  const bars: RangeBars[] = [
    {
      title: capitalized(names.time),
      rows: designs.flatMap((d) =>
        d.days === null ? [] : [{ name: name(d), ...d.days, text: rangeOf(d.days, durationOfDays) }],
      ),
      ...(deadlineDays === null
        ? {}
        : { limit: { value: deadlineDays, text: `deadline, ${durationOfDays(deadlineDays)}` } }),
    },
    {
      title: capitalized(names.cost),
      rows: designs.flatMap((d) => (d.usd === null ? [] : [{ name: name(d), ...d.usd, text: rangeOf(d.usd, usd) }])),
    },
    {
      title: "Hourly cost",
      rows: designs.flatMap((d) =>
        d.usd === null
          ? [{ name: name(d), low: d.usdPerHour, expected: d.usdPerHour, high: d.usdPerHour, text: usd(d.usdPerHour) }]
          : [],
      ),
    },
  ];
  return bars.filter(({ rows }) => rows.length > 0);
}
