import type { Purchase } from "../../architectures/candidate-cluster";
import { type RankedDesign, rankDesigns, type SpotMarket } from "../../architectures/rank-designs";
import { instanceType } from "../../catalog/instance-types";
import { instancePrice } from "../../catalog/prices";
import { AWS_REGIONS } from "../../catalog/regions";
import type { InstancePrice } from "../../catalog/types";
import { regionOf } from "../../clouds/default-names";
import { Problems } from "../../errors";
import { REFERENCE_REGION } from "../../review/figures/node-sources";
import { nearest } from "../../units/nearest";
import { count, counted, duration, percent, rangeOf, usd, watts } from "../../units/quantity";
import { type WorkloadFlags, workloadOfBlueprint, workloadOfFlags } from "../plan-workload";
import { withProgress } from "../progress";
import { textTable } from "../text-table";

export interface PlanOptions extends WorkloadFlags {
  readonly set: readonly string[];
  readonly region?: string;
  readonly by: "cost" | "time";
  readonly purchase?: readonly Purchase[];
  /** Spot prices, `p5.48xlarge=22`. */
  readonly spotPrice?: readonly string[];
  readonly spotInterruptions?: string;
  readonly instanceType?: readonly string[];
  readonly nodes?: string;
  readonly maxNodes?: string;
  readonly top: string;
  readonly json?: boolean;
}

const DEFAULT_REGION = "us-east-1";

/** Prices older than this are pointed out: Capacity Blocks are priced anew each quarter. */
const OLD_PRICE_DAYS = 60;
const DAY_MILLISECONDS = 86_400_000;

/** Ranks designs for a workload; the exit status is 1 where none meets its objective. */
export function planCommand(paths: readonly string[], options: PlanOptions): number {
  const problems = new Problems();
  const whole = (flag: string, text: string | undefined): number | undefined => {
    if (text === undefined || /^[1-9]\d{0,5}$/.test(text)) return text === undefined ? undefined : Number(text);
    problems.add("out-of-range", flag, `${flag} must be a whole number from 1 to 999999, got "${text}"`);
    return undefined;
  };
  const top = whole("--top", options.top);
  const nodes = whole("--nodes", options.nodes);
  const maxNodes = whole("--max-nodes", options.maxNodes);
  if (paths.length > 0 && options.model !== undefined) {
    problems.add("conflict", "--model", "--model and a blueprint cannot be combined; omit one");
  }
  if (options.region !== undefined && !AWS_REGIONS.includes(options.region)) {
    const near = nearest(options.region, AWS_REGIONS, 3).map((name) => `"${name}"`);
    const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : 'use one such as "us-east-2"';
    problems.add("unknown-name", "--region", `--region "${options.region}" is not an AWS Region; ${advice}`);
  }
  const spot = spotMarket(options, problems);
  problems.throwIfAny("warpform plan");
  const source =
    paths.length > 0
      ? workloadOfBlueprint(paths, options.set)
      : { workload: workloadOfFlags(options), availabilityZone: "" };
  const region = options.region ?? regionOf(source.availabilityZone) ?? DEFAULT_REGION;
  const rank = () =>
    rankDesigns(source.workload, {
      region,
      by: options.by,
      purchases: options.purchase,
      spot,
      instanceTypes: options.instanceType,
      nodes,
      maxNodes,
    });
  const designs = withProgress("ranking designs", rank);
  const shown = designs.slice(0, top);
  console.log(
    options.json
      ? JSON.stringify({ region, by: options.by, considered: designs.length, designs: shown }, undefined, 2)
      : table(shown, designs.length, region),
  );
  return designs.some((design) => design.meetsObjective !== "no") ? 0 : 1;
}

/** Spot prices and interruptions as the options give them; undefined without. */
function spotMarket(options: PlanOptions, problems: Problems): SpotMarket | undefined {
  const { spotPrice = [], spotInterruptions } = options;
  if (options.purchase?.includes("spot") && spotPrice.length === 0) {
    const message =
      "--spot-price is required with --purchase spot, since the catalog has no Spot prices; add --spot-price p5.48xlarge=22";
    problems.add("required", "--spot-price", message);
  }
  const prices = spotPrice.map((text) => {
    const [, name, usd] = /^([a-z0-9.-]+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (name === undefined || Number(usd) <= 0) {
      const message = `--spot-price must be type=USD per hour, such as p5.48xlarge=22, got "${text}"`;
      problems.add("malformed", "--spot-price", message);
      return ["", 0] as const;
    }
    problems.attempt(() => instanceType(name));
    return [name, Number(usd)] as const;
  });
  const rate = spotInterruptions === undefined ? undefined : Number(spotInterruptions);
  if (rate !== undefined && !(rate >= 0 && rate <= 24)) {
    const message = `--spot-interruptions must be interruptions per node and day, 0 to 24, got "${spotInterruptions}"`;
    problems.add("out-of-range", "--spot-interruptions", message);
  }
  return prices.length === 0 ? undefined : { usdPerHour: Object.fromEntries(prices), interruptionsPerNodeDay: rate };
}

/** The list price that a design is counted at; undefined for Spot, whose price the options give. */
function listPrice({ instanceType, purchase }: RankedDesign, region: string): InstancePrice | undefined {
  if (purchase === "spot") return undefined;
  return instancePrice(instanceType, purchase, region) ?? instancePrice(instanceType, purchase, REFERENCE_REGION);
}

/** Region and day of a design's price, another region's by name. */
function priceOf(design: RankedDesign, region: string): string {
  const price = listPrice(design, region);
  if (price === undefined) return design.purchase === "spot" ? "--spot-price" : "";
  return `${price.region === region ? "" : `${price.region}, not ${region}, `}${price.pricedOn}`;
}

/** A sentence on prices that are older than lists usually last; empty without one. */
function oldPrices(designs: readonly RankedDesign[], region: string): string {
  const days = designs.flatMap((design) => listPrice(design, region)?.pricedOn ?? []).sort();
  const age = days[0] === undefined ? 0 : Math.floor((Date.now() - Date.parse(days[0])) / DAY_MILLISECONDS);
  if (age <= OLD_PRICE_DAYS) return "";
  return `. The oldest price is ${age} days old: verify it, or fetch current prices with \`warpform prices refresh\``;
}

function table(designs: readonly RankedDesign[], all: number, region: string): string {
  if (designs.length === 0)
    return "no design fits; allow more nodes (--max-nodes), other instance types or other purchase options";
  const head = [
    "nodes",
    "purchase",
    "days",
    "cost to train",
    "prepaid",
    "USD/h",
    "TTFT (p95)",
    "objective",
    "goodput",
    "MTBF",
    "power",
    "layout",
    "price as of",
  ];
  const rows = designs.map((d) => [
    `${d.nodes} x ${d.instanceType}`,
    d.purchase,
    d.days === null ? "" : rangeOf(d.days, count),
    d.usd === null ? "" : rangeOf(d.usd, usd),
    d.prepaidDays === null || d.usedUsd === null
      ? ""
      : `${counted(d.prepaidDays, "days")}, ${usd(d.usedUsd.expected)} of it used`,
    count(d.usdPerHour),
    d.timeToFirstTokenSeconds === null ? "" : duration(d.timeToFirstTokenSeconds),
    { yes: "met", expected: "met at the expected value only", no: "missed" }[d.meetsObjective],
    d.workKept === null ? "" : rangeOf(d.workKept, percent),
    d.hoursBetweenFailures === null ? "" : duration(d.hoursBetweenFailures * 3600),
    d.facilityWatts === null ? "" : watts(d.facilityWatts),
    d.layout,
    priceOf(d, region),
  ]);
  const used = head.map((_, column) => rows.some((row) => row[column] !== ""));
  const only = (cells: readonly string[]) => cells.filter((_, column) => used[column]);
  const note = `showing ${designs.length} of ${all} designs that fit; list prices of the Region and date under "price as of" (${region}, or us-east-1 if the catalog has no price there); Spot prices from --spot-price, since the catalog has none${oldPrices(designs, region)}`;
  return `${textTable(only(head), rows.map(only))}\n\n${note}`;
}
