import type { NodePool } from "../model/model";
import { BLOCK_TAKEN_BACK_HOURS } from "../sizing/cost/capacity-block";
import { coveredDays } from "./block-dates";
import type { Design } from "./design";
import { figuresOf } from "./figures/figures";
import type { RunFigures } from "./figures/run-figures";

/** A run whose nodes come from dated Capacity Blocks alone, and the days that it has in them. */
export interface RunInBlocks {
  readonly run: RunFigures;
  readonly pool: NodePool;
  /** From the first start to half an hour before the last end, when AWS takes the nodes back. */
  readonly days: number;
}

/** The run in its blocks; empty without one, with other capacity beside them, and without dates. */
export function runInBlocks(design: Design): RunInBlocks[] {
  const { run } = figuresOf(design);
  const pool = design.workPool?.pool;
  if (run === null || !pool || pool.capacity.length === 0) return [];
  if (pool.capacity.some(({ kind }) => kind !== "block")) return [];
  const days = coveredDays(pool.capacity);
  return days === null ? [] : [{ run, pool, days: days - BLOCK_TAKEN_BACK_HOURS / 24 }];
}
