import type { NodePool } from "../../model/model";
import { BLOCK_TAKEN_BACK_HOURS, daysToBuy } from "../../sizing/cost/capacity-block";
import { mapRange, type Range } from "../../sizing/inputs/range";
import { blockDays } from "../blocks";
import type { Design } from "../design";
import type { CostFigures } from "./cost";
import { type NodeSource, nodeSources, sourcePrice } from "./node-sources";

/** What is paid ahead for Capacity Blocks, whatever the run uses of it. */
export interface Prepaid {
  readonly usd: number;
  /** Days of the longest of them. */
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

/** Hours of work, and what the nodes of one source cost for them. */
interface SourceCost {
  readonly paid: (hours: number) => number;
  readonly used: (hours: number) => number;
  readonly prepaid: Prepaid | null;
}

/** Where the nodes of a block come from when it has ended: the pool's first source that is no block. */
function fallbackUsdPerHour(design: Design, pool: NodePool): number {
  const source = pool.capacity.find(({ kind }) => kind !== "block");
  return source === undefined ? 0 : (sourcePrice(design, pool, source)?.usdPerHour ?? 0);
}

function costOf(design: Design, { pool, source, nodes, price }: NodeSource, slowDays: number): SourceCost {
  const usdPerHour = (price?.usdPerHour ?? 0) * nodes;
  const byTheHour = (hours: number) => hours * usdPerHour;
  if (source.kind !== "block") return { paid: byTheHour, used: byTheHour, prepaid: null };
  const given = blockDays(source);
  const days = given ?? daysToBuy(slowDays);
  const usd = usdPerHour * 24 * days;
  const lasts = days * 24 - BLOCK_TAKEN_BACK_HOURS;
  const after = nodes * fallbackUsdPerHour(design, pool);
  const later = (hours: number) => (given === null ? 0 : Math.max(0, hours - lasts) * after);
  return {
    paid: (hours) => usd + later(hours),
    used: (hours) => usdPerHour * (given === null ? hours : Math.min(hours, lasts)) + later(hours),
    prepaid: { usd, days, given: given !== null },
  };
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
  const sources = nodeSources(design).map((source) => costOf(design, source, days.high));
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
