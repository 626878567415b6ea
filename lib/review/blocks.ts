import type { CapacitySource } from "../model/model";
import type { Design } from "./design";

const DAY_MILLISECONDS = 86_400_000;

/** Days up to which a Capacity Block is sold by the day, and from there by the week, up to the longest. */
const DAILY_DAYS = 14;
const LONGEST_DAYS = 182;

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

/** Start and end, ms; null where one is not given or no date. */
function span(source: CapacitySource): readonly [number, number] | null {
  if (source.startsOn === null || source.endsOn === null) return null;
  const [start, end] = [Date.parse(source.startsOn), Date.parse(source.endsOn)];
  return Number.isNaN(start) || Number.isNaN(end) ? null : [start, end];
}

/** Days that a Capacity Block lasts, parts of days included; null where its start or end is not given. */
export function blockDays(source: CapacitySource): number | null {
  const known = span(source);
  return known === null ? null : (known[1] - known[0]) / DAY_MILLISECONDS;
}

/** Days with a block, those of blocks at the same time once; null where the dates of one are not given. */
export function coveredDays(blocks: readonly CapacitySource[]): number | null {
  const spans = blocks.map(span);
  if (spans.includes(null)) return null;
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [start, end] of spans.flatMap((s) => (s === null ? [] : [s])).sort(([a], [b]) => a - b)) {
    covered += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return covered / DAY_MILLISECONDS;
}

/** Whether blocks of so many days are sold: 1 to 14, or whole weeks up to 182. */
export function isSold(days: number): boolean {
  return days >= 1 && days <= LONGEST_DAYS && (days <= DAILY_DAYS || days % 7 === 0);
}

/** The shortest block that is sold and lasts so many days; the longest where none does. */
export function soldDays(days: number): number {
  const whole = Math.max(1, Math.ceil(days));
  return Math.min(LONGEST_DAYS, whole <= DAILY_DAYS ? whole : 7 * Math.ceil(whole / 7));
}

/** What to buy for a run of so many days: one block, or several in a row. */
export function blocksToBuy(days: number): string {
  return days <= LONGEST_DAYS
    ? `a block of ${soldDays(days)} days`
    : `${Math.ceil(days / LONGEST_DAYS)} blocks in a row, of ${LONGEST_DAYS} days at most each`;
}
