import type { NodePool } from "../../model/model";
import { daysToBuy } from "../../sizing/cost/capacity-block";
import { mapRange, type Range } from "../../sizing/inputs/range";
import { blockDays, coveredDays, daysOfWork } from "../block-dates";
import type { Design } from "../design";
import type { CostFigures } from "./cost";
import { type NodeSource, nodeSources, sourcePrice } from "./node-sources";

/** What is paid ahead for Capacity Blocks, whatever the run uses of it. */
export interface Prepaid {
  readonly usd: number;
  /** Days with a block: those of blocks in a row added up, of pools the most. */
  readonly days: number;
  /** Whether the blocks' dates are given; else the shortest that hold the slow end of the estimate. */
  readonly given: boolean;
}

/** What a run costs. */
export interface RunCost {
  /** What is paid: blocks whole, all else by the hour; null where no node has a price. */
  readonly usd: Range | null;
  /** Of which the run uses; the rest is prepaid and left idle. */
  readonly usedUsd: Range | null;
  readonly prepaid: Prepaid | null;
}

/** US dollars that nodes billed by the hour cost while they boot for a run. Blocks are paid from their start, whatever boots in them. */
export const bootUsd = ({ workPool }: Design, { prepaid }: Pick<RunCost, "prepaid">, usdPerHour: number): number =>
  prepaid === null ? (usdPerHour * (workPool?.pool.bootSeconds ?? 0)) / 3600 : 0;

/** What hours of work cost on nodes of one kind of source. */
interface SourceCost {
  readonly paid: (hours: number) => number;
  readonly used: (hours: number) => number;
  readonly prepaid: Prepaid | null;
}

/** Price of a node when its block has ended: that of the pool's first source that is no block; null where nothing follows. */
function fallbackUsdPerHour(design: Design, pool: NodePool): number | null {
  const source = pool.capacity.find(({ kind }) => kind !== "block");
  return source === undefined ? null : (sourcePrice(design, pool, source)?.usdPerHour ?? 0);
}

const usdPerHourOf = ({ price, nodes }: NodeSource) => (price?.usdPerHour ?? 0) * nodes;
const sumOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** Nodes that are paid while the run lasts. */
function byTheHour(sources: readonly NodeSource[]): SourceCost {
  const usdPerHour = sumOf(sources.map(usdPerHourOf));
  const usd = (hours: number) => hours * usdPerHour;
  return { paid: usd, used: usd, prepaid: null };
}

/** Blocks of a pool whose dates are not all given: each as long as the slow end of the run. */
function undatedBlocks(blocks: readonly NodeSource[], slowDays: number): SourceCost {
  const days = daysToBuy(slowDays);
  const usdPerHour = sumOf(blocks.map(usdPerHourOf));
  const usd = usdPerHour * 24 * days;
  return { paid: () => usd, used: (hours) => usdPerHour * hours, prepaid: { usd, days, given: false } };
}

/** A block in the hours of the run, which waits where none of them runs and nothing follows. */
interface Spent {
  readonly from: number;
  readonly until: number;
  readonly source: NodeSource;
}

/**
 * Blocks from start to end; the run begins with the first, and what it lacks of their nodes comes from the pool's next source. Where
 * none follows (null), a run that outlasts its blocks takes a further one at their price, of days as they are sold.
 */
function datedBlocks(blocks: readonly Spent[], usd: number, days: number, fallbackUsd: number | null): SourceCost {
  const within = (hours: number, { from, until }: Spent) => Math.max(0, Math.min(hours, until) - from);
  const most = sumOf(blocks.map(({ source }) => source.atOnce));
  const missing = (hours: number) =>
    most * hours - sumOf(blocks.map((block) => block.source.nodes * within(hours, block)));
  const usdPerHour = sumOf(blocks.map(({ source }) => usdPerHourOf(source)));
  const end = Math.max(...blocks.map(({ until }) => until));
  const further = (hours: number) => (hours <= end ? 0 : usdPerHour * 24 * daysToBuy((hours - end) / 24));
  const later = (hours: number) => (fallbackUsd === null ? further(hours) : Math.max(0, missing(hours)) * fallbackUsd);
  const usedLater = (hours: number) => (fallbackUsd === null ? usdPerHour * Math.max(0, hours - end) : later(hours));
  return {
    paid: (hours) => usd + later(hours),
    used: (hours) => sumOf(blocks.map((block) => usdPerHourOf(block.source) * within(hours, block))) + usedLater(hours),
    prepaid: { usd, days, given: true },
  };
}

function blocksCost(design: Design, blocks: readonly NodeSource[], slowDays: number): SourceCost {
  const { pool } = blocks[0]!;
  const sources = blocks.map(({ source }) => source);
  const fallback = fallbackUsdPerHour(design, pool);
  const [dates, days] = [daysOfWork(sources, fallback === null), coveredDays(sources)];
  if (dates === null || days === null) return undatedBlocks(blocks, slowDays);
  const spent = blocks.map((source, i) => ({
    source,
    from: dates[i]![0] * 24,
    until: dates[i]![1] * 24,
  }));
  const usd = sumOf(blocks.map((block) => usdPerHourOf(block) * 24 * blockDays(block.source)!));
  return datedBlocks(spent, usd, days, fallback);
}

/** The nodes of a design by what they cost: those by the hour, and the blocks of each pool. */
function costsOf(design: Design, slowDays: number): SourceCost[] {
  const all = nodeSources(design);
  const blocks = all.filter(({ source }) => source.kind === "block");
  const pools = [...new Set(blocks.map(({ pool }) => pool))];
  return [
    byTheHour(all.filter(({ source }) => source.kind !== "block")),
    ...pools.map((pool) =>
      blocksCost(
        design,
        blocks.filter((block) => block.pool === pool),
        slowDays,
      ),
    ),
  ];
}

/**
 * What a run of so many days costs. A Capacity Block is paid ahead, whole: from its start to its end where the dates are given,
 * else for the shortest time that is sold and holds the run at the slow end of the estimate. Everything else is paid by the
 * hour while the run lasts.
 */
export function runCost(design: Design, cost: CostFigures, days: Range): RunCost {
  const compute = cost.parts.filter((part) => part.kind === "compute");
  if (!compute.some((part) => part.usdPerHour !== null)) return { usd: null, usedUsd: null, prepaid: null };
  const rented = compute.filter(({ owned }) => !owned);
  const around = cost.usdPerHour - rented.reduce((sum, part) => sum + (part.usdPerHour ?? 0), 0);
  const sources = costsOf(design, days.high);
  const total = (way: "paid" | "used") =>
    mapRange(days, (d) => sources.reduce((sum, source) => sum + source[way](d * 24), d * 24 * around));
  const blocks = sources.flatMap(({ prepaid }) => prepaid ?? []);
  return {
    usd: total("paid"),
    usedUsd: total("used"),
    prepaid:
      blocks.length === 0
        ? null
        : {
            usd: blocks.reduce((sum, { usd }) => sum + usd, 0),
            days: Math.max(...blocks.map((block) => block.days)),
            given: blocks.every((block) => block.given),
          },
  };
}
