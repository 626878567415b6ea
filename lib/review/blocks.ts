import type { CapacitySource } from "../model/model";
import { blocksInARow, daysToBuy, LONGEST_BLOCK_DAYS } from "../sizing/cost/capacity-block";
import { momentMilliseconds } from "../units/moment";
import { counted } from "../units/quantity";
import type { Design } from "./design";

const DAY_MILLISECONDS = 86_400_000;

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
  const [start, end] = [momentMilliseconds(source.startsOn), momentMilliseconds(source.endsOn)];
  return start === null || end === null ? null : [start, end];
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

/** Most nodes of the blocks at the same time; blocks without dates count at any time. */
export function mostAtOnce(blocks: readonly CapacitySource[]): number {
  const known = blocks.map((source) => ({ nodes: source.nodes ?? 0, dates: span(source) }));
  const always = known.filter(({ dates }) => dates === null).reduce((sum, { nodes }) => sum + nodes, 0);
  const dated = known.flatMap(({ nodes, dates }) =>
    dates === null ? [] : [{ nodes, start: dates[0], end: dates[1] }],
  );
  const atStarts = dated.map(({ start }) =>
    dated.filter((b) => b.start <= start && start < b.end).reduce((sum, b) => sum + b.nodes, 0),
  );
  return always + Math.max(0, ...atStarts);
}

/** What to buy for a run of so many days: one block, or several in a row. */
export function blocksToBuy(days: number): string {
  const blocks = blocksInARow(days);
  return blocks === 1
    ? `a block of ${counted(daysToBuy(days), "days")}`
    : `${blocks} consecutive blocks of up to ${LONGEST_BLOCK_DAYS} days each`;
}
