import { mapRange, type Range } from "../sizing/inputs/range";
import { daysOfWork } from "./block-dates";
import type { Design, PoolFacts } from "./design";
import { batchFigures } from "./figures/batch";
import { trainingFigures } from "./figures/training";

/** Nodes that a run has from one day of its work to another. */
interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly nodes: number;
}

/** Nodes of the blocks in force at each time; null where the pool has other sources, which stand in, or blocks without dates. */
function stretchesOf({ pool, nodesAtOnce }: PoolFacts): readonly Stretch[] | null {
  if (pool.capacity.some(({ kind }) => kind !== "block")) return null;
  const spans = daysOfWork(pool.capacity, true);
  if (spans === null) return null;
  const edges = [...new Set(spans.flat())].sort((a, b) => a - b);
  return edges.slice(1).map((until, i) => {
    const from = edges[i]!;
    const running = pool.capacity.filter((_, block) => spans[block]![0] <= from && until <= spans[block]![1]);
    return {
      from,
      until,
      nodes: Math.min(
        nodesAtOnce,
        running.reduce((sum, { nodes }) => sum + (nodes ?? 0), 0),
      ),
    };
  });
}

/** Work per day on so many nodes; 0 where the run does not fit on them. */
function speedOn(design: Design, p: PoolFacts, nodes: number): number {
  if (nodes < 1) return 0;
  const { workload } = design;
  const facts = { ...p, nodesAtOnce: nodes, maxGpus: nodes * p.gpusPerNode };
  // a layout of one's own is of all nodes: on fewer the run needs another
  const own = workload !== null && "parallelism" in workload ? { ...workload, parallelism: undefined } : workload;
  const smaller = { ...design, workload: own, workPool: facts };
  const days = (trainingFigures(smaller) ?? batchFigures(smaller))?.days;
  return days ? 1 / days.expected : 0;
}

/**
 * Days that a run takes where its nodes come from dated Capacity Blocks alone, some of fewer nodes than others: each day does as
 * much as the nodes of that day do. Days between blocks are no days of work. After the last block the run goes on as it ended.
 *
 * @param days on the most nodes of the blocks
 * @example 16 nodes for a week, then 8 at half the speed: a run of 10 days on 16 takes 6.98 + 2 x 3.02 = 13.02 days.
 */
export function daysInBlocks(design: Design, days: Range): Range {
  const p = design.workPool;
  const stretches = p && stretchesOf(p);
  if (!p || !stretches || stretches.every(({ nodes }) => nodes === stretches[0]!.nodes)) return days;
  const full = speedOn(design, p, p.nodesAtOnce);
  if (full === 0) return days;
  const shares = new Map(
    [...new Set(stretches.map(({ nodes }) => nodes))].map((nodes) => [nodes, speedOn(design, p, nodes) / full]),
  );
  return mapRange(days, (work) => {
    let left = work;
    for (const { from, until, nodes } of stretches) {
      const done = (until - from) * shares.get(nodes)!;
      if (left <= done) return from + left / shares.get(nodes)!;
      left -= done;
    }
    const { until } = stretches.at(-1)!;
    const last = stretches.map(({ nodes }) => shares.get(nodes)!).findLast((share) => share > 0)!;
    return until + left / last;
  });
}
