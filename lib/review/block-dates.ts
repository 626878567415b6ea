import type { CapacitySource, NodePool } from "../model/model";
import { BLOCK_TAKEN_BACK_HOURS } from "../sizing/cost/capacity-block";
import { momentMilliseconds } from "../units/moment";

const DAY_MILLISECONDS = 86_400_000;
const TAKEN_BACK_MILLISECONDS = BLOCK_TAKEN_BACK_HOURS * 3_600_000;

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
  return daysBefore(
    Number.POSITIVE_INFINITY,
    spans.flatMap((s) => (s === null ? [] : [s])),
  );
}

/** Days until a moment with one of some spans, ms, those of spans at the same time once. */
function daysBefore(moment: number, spans: readonly (readonly [number, number])[]): number {
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [start, end] of [...spans].sort(([a], [b]) => a - b)) {
    const last = Math.min(end, moment);
    covered += Math.max(0, last - Math.max(start, until));
    until = Math.max(until, last);
  }
  return covered / DAY_MILLISECONDS;
}

/**
 * Days of a run's work at which the nodes of each block come and are taken back, in the order given; null where the dates of one
 * are not given. The run begins with the first block; where it `waits`, the time between blocks is no time of work.
 *
 * @example the first and the third week, waiting: 0 to 6.98 and 6.98 to 13.96; not waiting: 0 to 6.98 and 14 to 20.98.
 */
export function daysOfWork(
  blocks: readonly CapacitySource[],
  waits: boolean,
): readonly (readonly [number, number])[] | null {
  const known = blocks.map(span);
  const spans = known.flatMap((s) => (s === null ? [] : [[s[0], s[1] - TAKEN_BACK_MILLISECONDS] as const]));
  if (spans.length < known.length) return null;
  const first = Math.min(...spans.map(([start]) => start));
  const at = (moment: number) => (waits ? daysBefore(moment, spans) : (moment - first) / DAY_MILLISECONDS);
  return spans.map(([start, end]) => [at(start), at(end)]);
}

/** The blocks that run at the moment with most nodes: of those with dates the ones in force then, and all without. */
export function busiestBlocks(blocks: readonly CapacitySource[]): readonly CapacitySource[] {
  const known = blocks.map((source) => ({ source, dates: span(source) }));
  const moments = known.flatMap(({ dates }) => (dates === null ? [] : [dates[0]]));
  const at = (moment: number) =>
    known
      .filter(({ dates }) => dates === null || (dates[0] <= moment && moment < dates[1]))
      .map(({ source }) => source);
  const always = known.filter(({ dates }) => dates === null).map(({ source }) => source);
  return moments.map(at).reduce((most, now) => (nodesOf(now) > nodesOf(most) ? now : most), always);
}

const nodesOf = (blocks: readonly CapacitySource[]) => blocks.reduce((sum, { nodes }) => sum + (nodes ?? 0), 0);

/** Most nodes of the blocks at the same time; blocks without dates count at any time. */
export function mostAtOnce(blocks: readonly CapacitySource[]): number {
  return nodesOf(busiestBlocks(blocks));
}

/** Nodes of a pool that can run at the same time: all but those of blocks that start when others have ended. */
export function nodesAtOnce({ nodes, capacity }: NodePool): number {
  const blocks = capacity.filter(({ kind }) => kind === "block");
  const [all, most] = [nodesOf(blocks), mostAtOnce(blocks)];
  return nodes.max < all ? Math.min(nodes.max, most) : nodes.max - (all - most);
}
