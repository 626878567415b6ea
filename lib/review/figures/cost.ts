import { servicePrice } from "../../catalog/prices";
import type { ServicePrice } from "../../catalog/types";
import { HOURS_PER_MONTH } from "../../sizing/cost/cost";
import { GIB } from "../../units/bytes";
import { gib } from "../../units/quantity";
import type { Design } from "../design";
import { type BillLine, linesOf } from "./bill/bill";
import { NETWORK_BILL } from "./bill/network-bill";
import { POOL_BILL } from "./bill/pool-bill";
import { pieceLines } from "./bill/resource-bill";
import { FLEET_BILL, KUBERNETES_BILL, SLURM_BILL, standingNodes } from "./bill/scheduler-bill";
import { FILE_SYSTEM_BILL } from "./bill/storage-bill";
import type { BucketContent } from "./bucket-contents";
import type { CostPart } from "./cost-part";
import { nearestPrice, nodeSources, REFERENCE_REGION } from "./node-sources";
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
}

function service(item: string, region: string | null): ServicePrice | undefined {
  return (region === null ? undefined : servicePrice(item, region)) ?? servicePrice(item, REFERENCE_REGION);
}

type Dated = CostPart & { readonly pricedOn: string | null };

function poolParts(design: Design): Dated[] {
  return nodeSources(design).map(({ pool, source, nodes, idleNodes, price }) => ({
    name: `${nodes} x ${pool.instanceType}, ${source.kind} (${pool.name})`,
    kind: "compute" as const,
    usdPerHour: price && price.usdPerHour * nodes,
    usdPerHourIdle: price && price.usdPerHour * idleNodes,
    note: price?.note ?? "no price in the catalog",
    pricedOn: price?.pricedOn ?? null,
  }));
}

function standingParts(design: Design): Dated[] {
  return standingNodes(design.slurm, design.kubernetes).map(({ name, instanceType, nodes }) => {
    const price = nearestPrice(instanceType, ["on-demand"], design.cluster.region);
    const usd = price && price.usdPerHour * nodes;
    return {
      name: `${nodes} x ${instanceType}, ${name}`,
      kind: "head" as const,
      usdPerHour: usd,
      usdPerHourIdle: usd,
      note: price?.note ?? "no price in the catalog",
      pricedOn: price?.pricedOn ?? null,
    };
  });
}

/** A line of the bill at its price. */
function pricedLine(design: Design, { name, kind, item, perHour, idleShare }: BillLine): Dated {
  const price = item === null ? undefined : service(item, design.cluster.region);
  const usd = price === undefined ? null : price.usd * perHour;
  const missing = item === null ? "billed by usage, or no published price" : "no price in the catalog";
  return {
    name,
    kind,
    usdPerHour: usd,
    usdPerHourIdle: usd === null ? null : usd * idleShare,
    note: price ? `${price.usd} USD per ${price.unit} in ${price.region}, ${price.pricedOn}` : missing,
    pricedOn: price?.pricedOn ?? null,
  };
}

/** Everything that is built besides nodes, attribute by attribute. */
function builtLines({ cluster, slurm, kubernetes, fleets }: Design): BillLine[] {
  const made = <T extends { readonly existing: boolean }>(parts: readonly T[]) => parts.filter((p) => !p.existing);
  return [
    ...linesOf(FILE_SYSTEM_BILL, made(cluster.fileSystems)),
    ...linesOf(POOL_BILL, cluster.pools),
    ...linesOf(NETWORK_BILL, made(cluster.networks)),
    ...linesOf(SLURM_BILL, slurm),
    ...linesOf(KUBERNETES_BILL, kubernetes),
    ...linesOf(FLEET_BILL, fleets),
    ...pieceLines(cluster.resources ?? {}),
  ];
}

/** Traffic at the price a GB, and egress at the price that its month comes to. */
function trafficParts(design: Design, flows: readonly TrafficFlow[]): Dated[] {
  const metered = flows.map(
    ({ name, item, times, gbPerHour }): Dated => ({
      ...pricedLine(design, {
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
  const name = `${egress.tbPerMonth} TB per month to the internet`;
  return [
    ...metered,
    {
      name,
      kind: "network",
      usdPerHour,
      usdPerHourIdle: usdPerHour === null ? null : 0,
      note,
      pricedOn: egress.pricedOn,
      metered: true,
    },
  ];
}

/** What lies in S3, at the price of its Standard tier for the first 50 TB, which other tiers and amounts are below. */
function contentParts(design: Design, contents: readonly BucketContent[]): Dated[] {
  return contents.map(({ name, bytes }) =>
    pricedLine(design, {
      name: `${gib(bytes)} of ${name}`,
      kind: "storage",
      item: "s3-standard-gb-month",
      perHour: bytes / GIB / HOURS_PER_MONTH,
      idleShare: 1,
    }),
  );
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
  const dated =
    design.cluster.cloud === "aws"
      ? [
          ...poolParts(design),
          ...standingParts(design),
          ...builtLines(design).map((line) => pricedLine(design, line)),
          ...contentParts(design, metered.contents),
          ...trafficParts(design, metered.flows),
        ]
      : [];
  const days = dated.flatMap((p) => p.pricedOn ?? []).sort();
  const sum = (key: "usdPerHour" | "usdPerHourIdle") => dated.reduce((total, p) => total + (p[key] ?? 0), 0);
  return {
    parts: dated.map(({ pricedOn: _, ...part }) => part),
    usdPerHour: sum("usdPerHour"),
    usdPerHourIdle: sum("usdPerHourIdle"),
    unpriced: dated.filter((p) => p.usdPerHour === null).map((p) => p.name),
    pricedOn: days.length > 0 ? { oldest: days[0]!, newest: days[days.length - 1]! } : null,
  };
}
