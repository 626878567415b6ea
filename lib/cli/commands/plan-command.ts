import type { Purchase } from "../../architectures/sizing/candidate-cluster";
import { bestFirst, rankDesigns } from "../../architectures/sizing/rank-designs";
import type { RankedDesign, SpotMarket } from "../../architectures/sizing/ranked-design";
import { findInstanceType, instanceType, nearestInstanceTypes } from "../../catalog/instance-types";
import { instancePrice } from "../../catalog/prices";
import type { InstancePrice } from "../../catalog/types";
import { regionOf } from "../../clouds/aws-rules";
import { defaultCloud } from "../../clouds/default-cloud";
import { Problems } from "../../errors";
import type { CloudFacts } from "../../review/clouds/cloud-facts";
import { CLOUD_NAMES, factsNamed } from "../../review/clouds/list";
import { nearest } from "../../units/nearest";
import { count, counted, duration, percent, rangeOf, usd, watts } from "../../units/quantity";
import { OBJECTIVE } from "../alternatives";
import { type WorkloadFlags, workloadOfBlueprint, workloadOfFlags } from "../plan-workload";
import { withProgress } from "../terminal/progress";
import { textTable } from "../terminal/text-table";

export interface PlanOptions extends WorkloadFlags {
  readonly set: readonly string[];
  /** Clouds to rank together. @default - the default cloud */
  readonly cloud?: readonly string[];
  /** One per cloud at most. */
  readonly region?: readonly string[];
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
  const clouds = cloudsOf(options, problems);
  checkRegions(options, clouds, problems);
  checkTypes(options, problems);
  const spot = spotMarket(options, problems);
  problems.throwIfAny("warpform plan");
  const source =
    paths.length > 0
      ? workloadOfBlueprint(paths, options.set)
      : { workload: workloadOfFlags(options), availabilityZone: "" };
  const ofBlueprint = regionOf(source.availabilityZone);
  const places = clouds.map((cloud) => {
    const given = [...(options.region ?? []), ofBlueprint].find((name) => name && cloud.regions.includes(name));
    return { cloud, region: given ?? cloud.referenceRegion };
  });
  const rank = ({ cloud, region }: Place) =>
    rankDesigns(source.workload, {
      region,
      cloud,
      by: options.by,
      purchases: options.purchase,
      spot,
      instanceTypes: options.instanceType,
      nodes,
      maxNodes,
    });
  const designs = withProgress("ranking designs", () => bestFirst(places.flatMap(rank), options.by));
  const shown = designs.slice(0, top);
  console.log(
    options.json
      ? JSON.stringify(
          { ...regionsOf(places), by: options.by, considered: designs.length, designs: shown },
          undefined,
          2,
        )
      : table(shown, designs.length, places),
  );
  return designs.some((design) => design.meetsObjective !== "no") ? 0 : 1;
}

/** A cloud to rank, and where. */
interface Place {
  readonly cloud: CloudFacts;
  readonly region: string;
}

/** One Region for one cloud, as before there were several; else by cloud. */
const regionsOf = (places: readonly Place[]) =>
  places.length === 1
    ? { region: places[0]!.region }
    : { regions: Object.fromEntries(places.map(({ cloud, region }) => [cloud.name, region])) };

function cloudsOf({ cloud: names }: PlanOptions, problems: Problems): CloudFacts[] {
  if (names === undefined) return [defaultCloud.facts];
  return [...new Set(names)].flatMap((name) => {
    const facts = factsNamed(name);
    if (facts !== null) return facts;
    problems.add("unknown-name", "--cloud", `--cloud must be one of ${CLOUD_NAMES.join(", ")}, got "${name}"`);
    return [];
  });
}

function checkRegions({ region = [] }: PlanOptions, clouds: readonly CloudFacts[], problems: Problems): void {
  const all = clouds.flatMap(({ regions }) => regions);
  const titles = clouds.map(({ title }) => title).join(" or ");
  for (const name of clouds.length === 0 ? [] : region.filter((one) => !all.includes(one))) {
    const near = nearest(name, all, 3).map((other) => `"${other}"`);
    const advice =
      near.length > 0
        ? `did you mean ${near.join(", ")}`
        : `use one such as ${clouds.map(({ exampleRegion }) => `"${exampleRegion}"`).join(" or ")}`;
    problems.add("unknown-name", "--region", `--region "${name}" is not a Region of ${titles}; ${advice}`);
  }
  for (const { title, regions } of clouds) {
    const several = region.filter((name) => regions.includes(name));
    if (several.length < 2) continue;
    problems.add("conflict", "--region", `--region takes one Region of ${title}, got ${several.join(", ")}; omit one`);
  }
}

function checkTypes({ instanceType: names = [] }: PlanOptions, problems: Problems): void {
  for (const name of names.filter((one) => findInstanceType(one) === undefined)) {
    const near = nearestInstanceTypes(name);
    const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : "run `warpform catalog` to list the types";
    problems.add("unknown-name", "--instance-type", `--instance-type: the catalog has no "${name}"; ${advice}`);
  }
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
    const [, name, usd] = /^([A-Za-z0-9._-]+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
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

/** A sentence on prices that are older than lists usually last; empty without one. */
function oldPrices(designs: readonly RankedDesign[], places: readonly Place[]): string {
  const days = designs.flatMap((design) => listPrice(design, places)?.pricedOn ?? []).sort();
  const age = days[0] === undefined ? 0 : Math.floor((Date.now() - Date.parse(days[0])) / DAY_MILLISECONDS);
  if (age <= OLD_PRICE_DAYS) return "";
  return `. The oldest price is ${age} days old: verify it, or fetch current prices with \`warpform prices refresh\``;
}

/** What the next larger design of the same type buys. */
function nextText({ next }: RankedDesign): string {
  if (next === null) return "";
  const time = duration(Math.abs(next.daysSaved) * 86_400);
  const money = usd(Math.abs(next.usdMore));
  return `${next.nodes} nodes: ${time} ${next.daysSaved > 0 ? "sooner" : "later"}, ${money} ${next.usdMore > 0 ? "more" : "less"}`;
}

function table(designs: readonly RankedDesign[], all: number, places: readonly Place[]): string {
  if (designs.length === 0)
    return "no design fits; allow more nodes (--max-nodes), other instance types or other purchase options";
  const head = [
    "nodes",
    "purchase",
    "days",
    "cost of run",
    "prepaid",
    "USD/h",
    "TTFT (p95)",
    "objective",
    "goodput",
    "MTBF",
    "power",
    "next size",
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
  const note = `showing ${designs.length} of ${all} designs that fit; list prices of the Region and date under "price as of" (${places.map(({ cloud, region }) => [...new Set([region, cloud.referenceRegion])].join(", or ")).join("; ")} if the catalog has no price there); Spot prices from --spot-price, since the catalog has none${oldPrices(designs, places)}`;
  return `${textTable(only(head), rows.map(only))}\n\n${note}`;
}
