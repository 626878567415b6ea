import { instancePrice } from "../../catalog/prices";
import type { PurchaseOption } from "../../catalog/types";
import { daysToBuy, MOST_BLOCK_NODES, MOST_NODES_IN_BLOCKS } from "../../sizing/cost/capacity-block";
import { nodeDraw } from "../../sizing/cost/power";
import { exactly, mapRange, type Range, range } from "../../sizing/inputs/range";
import { count, counted, percent, rangeOf } from "../../units/quantity";
import { coveredDays } from "../blocks";
import type { Design, PoolFacts } from "../design";
import { REFERENCE_REGION } from "./node-sources";
import { PUE } from "./power";
import type { ReliabilityFigures } from "./reliability";
import type { RunFigures } from "./run-figures";
import { SPOT_INTERRUPTIONS_PER_NODE_DAY, spotRework } from "./spot-rework";

/** One way to come by the nodes of the work pool: what it costs, or the price from which on it pays. */
export interface PurchaseChoice {
  readonly option: "on-demand" | "capacity-block" | "spot" | "commitment" | "ownership";
  /** US dollars an hour of the nodes; null where no price is published. */
  readonly usdPerHour: number | null;
  /** US dollars of the nodes for the run, what is paid ahead and left over included; null for a service or without a price. */
  readonly usdOfRun: Range | null;
  /** Price an hour of the nodes below which it is cheaper than on demand; null where it has a price of its own. */
  readonly paysBelowUsdPerHour: Range | null;
  readonly note: string;
  /** Day of the price; null without one. */
  readonly pricedOn: string | null;
}

/** The work pool's nodes bought in each way there is. */
export interface PurchaseFigures {
  readonly pool: string;
  readonly instanceType: string;
  /** Nodes of the run; of a service all. */
  readonly nodes: number;
  readonly choices: readonly PurchaseChoice[];
}

const DAYS_OF_YEAR = 365;

type Facts = Pick<PurchaseFigures, "nodes"> & {
  readonly p: PoolFacts;
  readonly region: string;
  readonly days: Range | null;
};

function priceOf({ p, region }: Facts, option: PurchaseOption) {
  const type = p.pool.instanceType;
  if (!p.type?.purchase.includes(option)) return undefined;
  return instancePrice(type, option, region) ?? instancePrice(type, option, REFERENCE_REGION);
}

const where = (price: { region: string; pricedOn: string }) => `${price.region}, ${price.pricedOn}`;

function onDemand(facts: Facts): PurchaseChoice[] {
  const price = priceOf(facts, "on-demand");
  if (price === undefined) return [];
  const usdPerHour = price.usdPerHour * facts.nodes;
  const usdOfRun = facts.days && mapRange(facts.days, (d) => d * 24 * usdPerHour);
  const note = `list price of ${where(price)}`;
  return [{ option: "on-demand", usdPerHour, usdOfRun, paysBelowUsdPerHour: null, note, pricedOn: price.pricedOn }];
}

/** Days that blocks are paid for: those of the pool's own where their dates are given, else as long as the slow end takes. */
function blockDaysPaid({ p, days }: Facts): number | null {
  const own = p.pool.capacity.filter(({ kind }) => kind === "block");
  return days && ((own.length > 0 ? coveredDays(own) : null) ?? daysToBuy(days.high));
}

/** Blocks paid whole. */
function block(facts: Facts): PurchaseChoice[] {
  const price = priceOf(facts, "capacity-block");
  if (price === undefined) return [];
  const { nodes, days } = facts;
  const usdPerHour = price.usdPerHour * nodes;
  const paidDays = blockDaysPaid(facts);
  const paid = paidDays && usdPerHour * 24 * paidDays;
  const notes = [
    ...(nodes > MOST_BLOCK_NODES ? [`${Math.ceil(nodes / MOST_BLOCK_NODES)} concurrent blocks`] : []),
    ...(nodes > MOST_NODES_IN_BLOCKS
      ? [`above the limit of ${MOST_NODES_IN_BLOCKS} nodes in Capacity Blocks per account`]
      : []),
    ...(days && paidDays
      ? [`${counted(paidDays, "days")} prepaid, ${percent(Math.max(0, 1 - days.expected / paidDays))} unused`]
      : []),
    `list price of ${where(price)}`,
  ];
  return [
    {
      option: "capacity-block",
      usdPerHour,
      usdOfRun: paid ? exactly(paid) : null,
      paysBelowUsdPerHour: null,
      note: notes.join("; "),
      pricedOn: price.pricedOn,
    },
  ];
}

const UNPRICED = { usdPerHour: null, usdOfRun: null, pricedOn: null };

/** Spot at a price that makes up for the work that interruptions undo. */
function spot({ p, nodes }: Facts, onDemandUsd: number, reliability: ReliabilityFigures | null): PurchaseChoice {
  const rework = spotRework(reliability, nodes, p.pool.bootSeconds, SPOT_INTERRUPTIONS_PER_NODE_DAY);
  const longer = rework?.longer ?? exactly(1);
  const share = mapRange(longer, (times) => times - 1);
  return {
    ...UNPRICED,
    option: "spot",
    paysBelowUsdPerHour: range(onDemandUsd / longer.high, onDemandUsd / longer.expected, onDemandUsd / longer.low),
    note: rework
      ? `adds ${rangeOf(share, percent)} to the time to train, assuming 20 % of nodes interrupted per month and replaced immediately; Spot prices change hourly`
      : "Spot prices change hourly",
  };
}

/** A commitment, billed every hour of its years. */
function commitment({ days }: Facts, onDemandUsd: number): PurchaseChoice {
  const share = days === null ? 1 : Math.min(1, days.expected / DAYS_OF_YEAR);
  return {
    ...UNPRICED,
    option: "commitment",
    paysBelowUsdPerHour: exactly(onDemandUsd * share),
    note: `billed every hour of the term${days === null ? "" : `; this run uses ${percent(share)} of a year, and other workloads raise the break-even`}`,
  };
}

/** Nodes of one's own, all that they cost reckoned by the hour in which they work. */
function ownership({ p, nodes }: Facts, onDemandUsd: number): PurchaseChoice {
  const draw = p.accelerator && nodeDraw(p.accelerator, p.gpusPerNode)?.trainingWatts;
  const energy = draw && mapRange(draw, (watts) => (watts * nodes * PUE * 24 * DAYS_OF_YEAR) / 1e6);
  return {
    ...UNPRICED,
    option: "ownership",
    paysBelowUsdPerHour: exactly(onDemandUsd),
    note: `covers depreciation, cost of capital, support, staff, space and ${energy ? `${rangeOf(energy, count)} MWh per year` : "power"} over the hours in use: calculate with ownershipCost() from warpform/sizing`,
  };
}

/** Every way to come by the nodes of the work pool, side by side; null outside AWS, without a GPU pool or any price. */
export function purchaseFigures(
  design: Design,
  runNodes: number | null,
  run: RunFigures | null,
  reliability: ReliabilityFigures | null,
): PurchaseFigures | null {
  const p = design.workPool;
  if (p === null || design.workload === null || design.cluster.cloud !== "aws" || p.pool.nodes.max < 1) return null;
  const facts: Facts = {
    p,
    nodes: runNodes ?? p.pool.nodes.max,
    region: design.cluster.region ?? REFERENCE_REGION,
    days: run?.days ?? null,
  };
  const priced = [...onDemand(facts), ...block(facts)];
  const [first] = priced;
  if (!first?.usdPerHour) return null;
  const { option, usdPerHour } = first;
  const sold = (...options: PurchaseOption[]) => options.some((o) => p.type?.purchase.includes(o));
  const rest =
    option !== "on-demand"
      ? []
      : [
          ...(sold("spot") ? [spot(facts, usdPerHour, reliability)] : []),
          ...(sold("reserved", "savings-plan") ? [commitment(facts, usdPerHour)] : []),
          ownership(facts, usdPerHour),
        ];
  return {
    pool: p.pool.name,
    instanceType: p.pool.instanceType,
    nodes: facts.nodes,
    choices: [...priced, ...rest],
  };
}
