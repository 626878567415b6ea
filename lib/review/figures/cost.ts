import { HOURS_PER_MONTH } from "../../sizing/cost/cost";
import { GIB } from "../../units/bytes";
import { gib } from "../../units/quantity";
import { nodesAtOnce } from "../block-dates";
import { type BillLine, linesOf } from "../clouds/bill";
import type { CloudFacts } from "../clouds/cloud-facts";
import { factsOf } from "../clouds/list";
import type { Design } from "../design";
import { purchaseName } from "../purchase-name";
import type { BucketContent } from "./bucket-contents";
import type { CostPart } from "./cost-part";
import { nearestPrice, nodeSources } from "./node-sources";
import { ownedParts } from "./owned-nodes";
import { staticNodes } from "./static-nodes";
import { egressOf, type TrafficFlow } from "./traffic";

export interface CostFigures {
  readonly parts: readonly CostPart[];
  /** Sum of the parts that have a price. */
  readonly usdPerHour: number;
  readonly usdPerHourIdle: number;
  /** Parts without a price, which the sums leave out. */
  readonly unpriced: readonly string[];
  /** Days that the prices were in force, oldest and newest, ISO 8601; null when nothing has a price. */
  readonly pricedOn: { readonly oldest: string; readonly newest: string } | null;
  /** Other Regions whose prices stand in where the catalog has none for the design's own, sorted; empty without any. */
  readonly borrowedFrom: readonly string[];
}

/** Where and when a price is of. */
function provenance(
  price: { region: string | null; pricedOn: string | null; checkedOn: string | null } | null | undefined,
) {
  return {
    priceRegion: price?.region ?? null,
    pricedOn: price?.pricedOn ?? null,
    checkedOn: price?.checkedOn ?? null,
  };
}

function poolParts(design: Design): CostPart[] {
  return nodeSources(design).map(({ pool, source, nodes, atOnce, idleNodes, price }) => ({
    name: `${nodes} x ${pool.instanceType}, ${purchaseName(source.kind)} (${pool.name})`,
    kind: "compute" as const,
    usdPerHour: price && price.usdPerHour * atOnce,
    ...(price?.leastUsdPerHour === undefined ? {} : { usdPerHourLeast: price.leastUsdPerHour * atOnce }),
    usdPerHourIdle: price && price.usdPerHour * idleNodes,
    note: `${price?.note ?? "no price in the catalog"}${atOnce < nodes ? "; when the blocks before it have ended" : ""}`,
    ...provenance(price),
    ...(price?.insteadOf === undefined ? {} : { insteadOf: price.insteadOf }),
  }));
}

function standingParts(design: Design): CostPart[] {
  return staticNodes(design.slurm, design.kubernetes).map(({ name, instanceType, nodes }) => {
    const price = nearestPrice(design, instanceType, ["on-demand"]);
    const usd = price && price.usdPerHour * nodes;
    return {
      name: `${nodes} x ${instanceType}, ${name}`,
      kind: "head" as const,
      usdPerHour: usd,
      usdPerHourIdle: usd,
      note: price?.note ?? "no price in the catalog",
      ...provenance(price),
    };
  });
}

/** A line of the bill at its price. */
function pricedLine(design: Design, cloud: CloudFacts, { name, kind, item, perHour, idleShare }: BillLine): CostPart {
  const places = [design.cluster.region ?? cloud.referenceRegion, cloud.referenceRegion];
  const price = item === null ? undefined : (cloud.price(item, places[0]!) ?? cloud.price(item, places[1]!));
  const usd = price === undefined ? null : price.usd * perHour;
  const missing = item === null ? "billed by usage, or no published price" : "no price in the catalog";
  return {
    name,
    kind,
    usdPerHour: usd,
    usdPerHourIdle: usd === null ? null : usd * idleShare,
    note: price ? `${price.usd} USD per ${price.unit} in ${price.region}, ${price.pricedOn}` : missing,
    ...provenance(price),
  };
}

/** Everything that is built besides nodes, attribute by attribute. */
function builtLines(design: Design, { bill }: CloudFacts): BillLine[] {
  const { cluster, slurm, kubernetes, fleets } = design;
  const made = <T extends { readonly existing: boolean }>(parts: readonly T[]) => parts.filter((p) => !p.existing);
  const pools = cluster.pools.map((pool) => ({
    ...pool,
    nodes: { max: nodesAtOnce(pool), min: pool.nodes.min },
  }));
  return [
    ...linesOf(bill.fileSystems, made(cluster.fileSystems)),
    ...linesOf(bill.pools, pools),
    ...linesOf(bill.networks, made(cluster.networks)),
    ...linesOf(bill.slurm, slurm),
    ...linesOf(bill.kubernetes, kubernetes),
    ...linesOf(bill.fleets, fleets),
    ...bill.metrics(cluster, pools),
    ...bill.pieces(cluster.resources ?? {}),
  ];
}

/** Traffic at the price per GB, and egress at the price that its month comes to. */
function trafficParts(design: Design, cloud: CloudFacts, flows: readonly TrafficFlow[]): CostPart[] {
  const metered = flows.map(
    ({ name, item, times, gbPerHour }): CostPart => ({
      ...pricedLine(design, cloud, {
        name: `${Math.round(gbPerHour * 10) / 10} GB/h of ${name}`,
        kind: "network",
        item,
        perHour: times * gbPerHour,
        idleShare: 0,
      }),
      metered: true,
    }),
  );
  const egress = egressOf(design);
  if (egress === null || egress.tbPerMonth === 0) return metered;
  const usdPerHour = egress.usdPerMonth === null ? null : egress.usdPerMonth / HOURS_PER_MONTH;
  const note = egress.pricedOn ? `by tiers in ${egress.region}, ${egress.pricedOn}` : "no price in the catalog";
  const { tbPerMonth, toSiteTBPerMonth } = egress;
  const name =
    toSiteTBPerMonth === 0
      ? `${tbPerMonth} TB per month to the internet`
      : `${tbPerMonth} TB per month to ${toSiteTBPerMonth === tbPerMonth ? "" : "the internet and "}the site, at the prices of a VPN`;
  return [
    ...metered,
    {
      name,
      kind: "network",
      usdPerHour,
      usdPerHourIdle: usdPerHour === null ? null : 0,
      note,
      priceRegion: egress.pricedOn === null ? null : egress.region,
      pricedOn: egress.pricedOn,
      checkedOn: egress.pricedOn,
      metered: true,
    },
  ];
}

/** What lies in buckets. */
function contentParts(design: Design, cloud: CloudFacts, contents: readonly BucketContent[]): CostPart[] {
  return contents.map(({ name, bytes }) => ({
    ...pricedLine(design, cloud, {
      name: `${gib(bytes)} of ${name}`,
      kind: "storage",
      item: cloud.contentItem,
      perHour: bytes / GIB / HOURS_PER_MONTH,
      idleShare: 1,
    }),
    contents: true,
  }));
}

/** What is billed by use: traffic, and what buckets hold. */
export interface Metered {
  readonly flows: readonly TrafficFlow[];
  readonly contents: readonly BucketContent[];
}

/**
 * What the design costs an hour with every node up, and with none. Taxes and discounts are left out, and of what is billed by
 * use all but `metered` and the workload's egress.
 */
export function costFigures(design: Design, metered: Metered = { flows: [], contents: [] }): CostFigures {
  const cloud = factsOf(design);
  const parts =
    cloud === null
      ? ownedParts(design)
      : [
          ...poolParts(design),
          ...standingParts(design),
          ...builtLines(design, cloud).map((line) => pricedLine(design, cloud, line)),
          ...contentParts(design, cloud, metered.contents),
          ...trafficParts(design, cloud, metered.flows),
        ];
  const days = parts.flatMap((p) => p.pricedOn ?? []).sort();
  const region = design.cluster.region;
  const borrowed = parts.filter((p) => region !== null && p.priceRegion !== null && p.priceRegion !== region);
  const sum = (key: "usdPerHour" | "usdPerHourIdle") => parts.reduce((total, p) => total + (p[key] ?? 0), 0);
  return {
    parts,
    usdPerHour: sum("usdPerHour"),
    usdPerHourIdle: sum("usdPerHourIdle"),
    unpriced: parts.filter((p) => p.usdPerHour === null).map((p) => p.name),
    pricedOn: days.length > 0 ? { oldest: days[0]!, newest: days[days.length - 1]! } : null,
    borrowedFrom: [...new Set(borrowed.flatMap((p) => p.priceRegion ?? []))].sort(),
  };
}
