import type { CapacitySource } from "../model/model";
import { blocksInARow, daysToBuy, LONGEST_BLOCK_DAYS } from "../sizing/cost/capacity-block";
import { counted } from "../units/quantity";
import type { Design } from "./design";

/** A Capacity Block of a pool, and where it stands. */
export interface BlockFacts {
  readonly source: CapacitySource;
  readonly path: string;
}

/** Every Capacity Block of the design. */
export function blocksOf(design: Design): BlockFacts[] {
  return design.pools.flatMap((p) =>
    p.pool.capacity.flatMap((source, i) =>
      source.kind === "block" ? [{ source, path: `${p.path}.capacity[${i}]` }] : [],
    ),
  );
}

/** What to buy for a run of so many days: one block, or several in a row. */
export function blocksToBuy(days: number): string {
  const blocks = blocksInARow(days);
  return blocks === 1
    ? `a block of ${counted(daysToBuy(days), "days")}`
    : `${blocks} consecutive blocks of up to ${LONGEST_BLOCK_DAYS} days each`;
}
