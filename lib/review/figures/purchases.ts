import { instancePrice } from "../../catalog/prices";
import type { PurchaseOption } from "../../catalog/types";
import { wholeUltraServers } from "../../catalog/ultra-servers";
import type { CapacitySource } from "../../model/model";
import type { Ownership } from "../../model/ownership";
import { daysToBuy, MOST_BLOCK_NODES, MOST_NODES_IN_BLOCKS } from "../../sizing/cost/capacity-block";
import { OWNERSHIP_DEFAULTS } from "../../sizing/cost/ownership-quote";
import { nodeDraw } from "../../sizing/cost/power";
import { exactly, mapRange, type Range, range } from "../../sizing/inputs/range";
import { about, count, counted, percent, rangeOf } from "../../units/quantity";
import { blockDays, coveredDays } from "../block-dates";
import { factsOf } from "../clouds/list";
import type { Design, PoolFacts } from "../design";
import { nodesBySource } from "./node-sources";
import { type OwnedCost, ownedCost } from "./owned-nodes";
import { interruptionsPerDay } from "./reliability";
import type { RunFigures } from "./run-figures";
import { type SpotRework, spotRework } from "./spot-rework";
import type { TrainingFigures } from "./training";

/** One way to come by the nodes of the work pool: what it costs, or the price from which on it pays. */
export interface PurchaseChoice {
  readonly option:
    | "on-demand"
    | "capacity-block"
    | "spot"
    | "savings-plan-1-year"
    | "savings-plan-3-years"
    | "commitment"
    | "ownership";
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
  /** Region whose prices stand in. */
  readonly reference: string;
  readonly days: Range | null;
};

function priceOf({ p, region, reference }: Facts, option: PurchaseOption) {
  const type = p.pool.instanceType;
  if (!p.type?.purchase.includes(option)) return undefined;
  return instancePrice(type, option, region) ?? instancePrice(type, option, reference);
}

/** What the nodes cost for the run by the hour; null for a service. */
const costOfDays = ({ days }: Facts, usdPerHour: number) => days && mapRange(days, (d) => d * 24 * usdPerHour);

const where = (price: { region: string; pricedOn: string }) => `${price.region}, ${price.pricedOn}`;

function onDemand(facts: Facts): PurchaseChoice[] {
  const price = priceOf(facts, "on-demand");
  if (price === undefined) return [];
  const usdPerHour = price.usdPerHour * facts.nodes;
  const usdOfRun = costOfDays(facts, usdPerHour);
  const note = `list price of ${where(price)}`;
  return [{ option: "on-demand", usdPerHour, usdOfRun, paysBelowUsdPerHour: null, note, pricedOn: price.pricedOn }];
}

/**
 * Days that blocks are paid for, and of how many nodes: the pool's own where their dates are given and hold the run, else as long as
 * the slow end takes. Where the pool has nothing else, its blocks are paid as they are, of whatever size.
 */
function blockPaid({ p, nodes, days }: Facts): { readonly days: number; readonly nodeDays: number } | null {
  const own = p.pool.capacity.filter(({ kind }) => kind === "block");
  if (days === null) return null;
  const given = own.length > 0 ? coveredDays(own) : null;
  const covered = given !== null && given >= days.expected ? given : null;
  const paid = covered ?? daysToBuy(days.high);
  const alone = covered !== null && own.length === p.pool.capacity.length && nodes === p.nodesAtOnce;
  const nodeDays = alone
    ? nodesBySource(p.pool).reduce((sum, { source, nodes }) => sum + nodes * blockDays(source)!, 0)
    : nodes * paid;
  return { days: paid, nodeDays };
}

/** Blocks paid whole. */
function block(facts: Facts): PurchaseChoice[] {
  const price = priceOf(facts, "capacity-block");
  if (price === undefined) return [];
  const { nodes, days } = facts;
  const usdPerHour = price.usdPerHour * nodes;
  const paid = blockPaid(facts);
  const notes = [
    ...(nodes > MOST_BLOCK_NODES ? [`${Math.ceil(nodes / MOST_BLOCK_NODES)} concurrent blocks`] : []),
    ...(nodes > MOST_NODES_IN_BLOCKS
      ? [`above the limit of ${MOST_NODES_IN_BLOCKS} nodes in Capacity Blocks per account`]
      : []),
    ...(days && paid
      ? [`${counted(paid.days, "days")} prepaid, ${percent(Math.max(0, 1 - days.expected / paid.days))} unused`]
      : []),
    `list price of ${where(price)}`,
  ];
  return [
    {
      option: "capacity-block",
      usdPerHour,
      usdOfRun: paid && exactly(price.usdPerHour * 24 * paid.nodeDays),
      paysBelowUsdPerHour: null,
      note: notes.join("; "),
      pricedOn: price.pricedOn,
    },
  ];
}

const UNPRICED = { usdPerHour: null, usdOfRun: null, pricedOn: null };

/** The pool's Spot source, which may have a rate and interruptions of its own. */
const spotSource = ({ pool }: PoolFacts) => pool.capacity.find(({ kind }) => kind === "spot");

const interruptionsSaid = (source: CapacitySource | undefined) =>
  source?.interruptionsPerHour === undefined
    ? "20 % of nodes interrupted per month"
    : `${source.interruptionsPerHour} interruptions per node and hour, as you give them,`;

/** Where the Spot rate is from: the design's own, with the catalog's beside it. */
function spotOrigin(own: number | undefined, price: ReturnType<typeof priceOf>): string {
  const listed = price && `Spot price of ${where(price)}`;
  if (own === undefined) return listed ?? "";
  const catalogPrice = price ? `; catalog: ${price.usdPerHour} USD, ${listed}` : "; the catalog has no Spot price";
  return `your rate, ${own} USD per node and hour${catalogPrice}`;
}

/** Spot at a price that makes up for the work that interruptions undo. */
function spot(facts: Facts, onDemandUsd: number, rework: SpotRework | null): PurchaseChoice {
  const longer = rework?.longer ?? exactly(1);
  const share = mapRange(longer, (times) => times - 1);
  const source = spotSource(facts.p);
  const takes = rework
    ? `adds ${rangeOf(share, percent)} to the time to train, assuming ${interruptionsSaid(source)} and replaced immediately; `
    : "";
  const price = priceOf(facts, "spot");
  const usd = source?.usdPerHour ?? price?.usdPerHour;
  if (usd !== undefined) {
    const usdPerHour = usd * facts.nodes;
    const days = rework?.days ?? facts.days;
    return {
      option: "spot",
      usdPerHour,
      usdOfRun: days && mapRange(days, (d) => d * 24 * usdPerHour),
      paysBelowUsdPerHour: null,
      note: `${takes}${spotOrigin(source?.usdPerHour, price)}`,
      pricedOn: source?.usdPerHour === undefined ? (price?.pricedOn ?? null) : null,
    };
  }
  return {
    ...UNPRICED,
    option: "spot",
    paysBelowUsdPerHour: range(onDemandUsd / longer.high, onDemandUsd / longer.expected, onDemandUsd / longer.low),
    note: `${takes}Spot prices change hourly`,
  };
}

/** Savings Plans at the rates that the catalog was given, billed every hour of their term; empty without rates. */
function savingsPlans({ p, nodes, region, days }: Facts): PurchaseChoice[] {
  return (["savings-plan-1-year", "savings-plan-3-years"] as const).flatMap((option, index): PurchaseChoice[] => {
    const price = instancePrice(p.pool.instanceType, option, region);
    if (price === undefined) return [];
    const years = index === 0 ? 1 : 3;
    const usdPerHour = price.usdPerHour * nodes;
    const used =
      days === null ? "" : `; this run uses ${percent(Math.min(1, days.expected / (years * DAYS_OF_YEAR)))} of it`;
    const note = `${exactUsd(usdPerHour * years * DAYS_OF_YEAR * 24)} over the term of ${counted(years, "years")}${used}; ${where(price)}`;
    return [{ option, usdPerHour, usdOfRun: null, paysBelowUsdPerHour: null, note, pricedOn: price.pricedOn }];
  });
}

const exactUsd = (usd: number) => `${count(usd)} USD`;

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

/** Owned nodes as quoted: every hour costs, in use or not, so that they pay from some share of hours in use. */
function quoted(facts: Facts, { usdPerHour, note }: OwnedCost, rented: PurchaseChoice): PurchaseChoice {
  const share = usdPerHour / rented.usdPerHour!;
  const name = rented.option === "on-demand" ? "On-Demand" : "Capacity Blocks";
  const verdict =
    share <= 1
      ? `pays against ${name} if in use more than ${percent(share)} of the time`
      : `does not pay against ${name} at any utilization`;
  return {
    option: "ownership",
    usdPerHour,
    usdOfRun: costOfDays(facts, usdPerHour),
    paysBelowUsdPerHour: null,
    pricedOn: null,
    note: `${note}; ${verdict}`,
  };
}

/** Nodes of one's own, all that they cost reckoned by the hour in which they work. */
function ownership(facts: Facts, rented: PurchaseChoice, quote: Ownership | undefined): PurchaseChoice[] {
  const { p, nodes } = facts;
  const own = quote && ownedCost(p, nodes, quote);
  if (own) return [quoted(facts, own, rented)];
  const draw = p.accelerator && nodeDraw(p.accelerator, p.gpusPerNode)?.trainingWatts;
  if (rented.option !== "on-demand") return [];
  const energy =
    draw && mapRange(draw, (watts) => (watts * nodes * OWNERSHIP_DEFAULTS.pue.value * 24 * DAYS_OF_YEAR) / 1e6);
  return [
    {
      ...UNPRICED,
      option: "ownership",
      paysBelowUsdPerHour: exactly(rented.usdPerHour!),
      note: `covers depreciation, cost of capital, support, staff, space and ${energy ? `${rangeOf(energy, about)} MWh per year` : "power"} over the hours in use: add your quote as ownership, or calculate with ownershipCost() from warpform/sizing`,
    },
  ];
}

/** Every way to come by the nodes of the work pool, side by side; null where nobody sells them by the hour, without a GPU pool or any price. */
export function purchaseFigures(
  design: Design,
  training: TrainingFigures | null,
  run: RunFigures | null,
): PurchaseFigures | null {
  const p = design.workPool;
  const cloud = factsOf(design);
  if (p === null || design.workload === null || cloud === null || p.nodesAtOnce < 1) return null;
  const source = spotSource(p);
  const rework = spotRework(design, training, interruptionsPerDay(source ?? {}));
  const sure = spotRework(design, training, 0);
  const facts: Facts = {
    p,
    nodes: training === null ? p.nodesAtOnce : wholeUltraServers(p.type, training.nodes),
    region: design.cluster.region ?? cloud.referenceRegion,
    reference: cloud.referenceRegion,
    days: run && (sure?.days ?? run.days),
  };
  const priced = [...onDemand(facts), ...block(facts)];
  const [first] = priced;
  if (!first?.usdPerHour) return null;
  const { option, usdPerHour } = first;
  const sold = (...options: PurchaseOption[]) => options.some((o) => p.type?.purchase.includes(o));
  const plans = savingsPlans(facts);
  const commitments = plans.length > 0 ? plans : [commitment(facts, usdPerHour)];
  const rest =
    option !== "on-demand"
      ? []
      : [
          ...(sold("spot") ? [spot(facts, usdPerHour, rework)] : []),
          ...(sold("reserved", "savings-plan") ? commitments : []),
        ];
  return {
    pool: p.pool.name,
    instanceType: p.pool.instanceType,
    nodes: facts.nodes,
    choices: [...priced, ...rest, ...ownership(facts, first, design.cluster.ownership)],
  };
}
