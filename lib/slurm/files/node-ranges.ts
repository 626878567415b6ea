import type { NodePool, OwnedNodes } from "../../model/model";
import type { NodeRange } from "../definition/slurm-cluster";

/**
 * Names of a pool's nodes. They follow from the pool alone, so that head, nodes and Terraform agree without asking.
 *
 * - Each Capacity Block holds nodes of its own: static nodes `<pool>-st-[…]`, numbered through the blocks in order.
 * - Where `nodes.min` is more than the blocks hold, further static nodes come from the other sources.
 * - Nodes that somebody owns have the names that they were given.
 * - What is left up to `nodes.max` are dynamic nodes `<pool>-dy-[…]` from the other sources, in their order.
 */
export function nodeRanges(pool: NodePool): NodeRange[] {
  if (pool.owned !== undefined) return pool.owned.map(ownedRange);
  const ranges: NodeRange[] = [];
  const others = pool.capacity.flatMap((source, index) => (source.kind === "block" ? [] : [index]));
  let statics = 0;
  const addStatic = (count: number, sources: readonly number[]) => {
    if (count <= 0) return;
    ranges.push({ kind: "static", prefix: `${pool.name}-st-`, first: statics + 1, last: statics + count, sources });
    statics += count;
  };
  pool.capacity.forEach((source, index) => {
    if (source.kind === "block") addStatic(source.nodes ?? pool.nodes.max, [index]);
  });
  if (others.length === 0) return ranges;
  addStatic(pool.nodes.min - statics, others);
  const dynamic = pool.nodes.max - statics;
  if (dynamic > 0) {
    ranges.push({ kind: "dynamic", prefix: `${pool.name}-dy-`, first: 1, last: dynamic, sources: others });
  }
  return ranges;
}

const ownedRange = ({ prefix, width, first, last, address }: OwnedNodes): NodeRange => ({
  kind: "owned",
  prefix,
  first,
  last,
  sources: [],
  ...(width > 0 ? { width } : {}),
  ...(address === null ? {} : { address }),
});

export const nodeCount = (ranges: readonly NodeRange[]): number =>
  ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);

/** `h100-st-[1-16]`, `dgx[001-016]`, or `h100-st-1` for a single node. */
export function hostList({ prefix, first, last, width = 0 }: NodeRange): string {
  const [from, to] = [first, last].map((number) => String(number).padStart(width, "0"));
  return first === last ? `${prefix}${from}` : `${prefix}[${from}-${to}]`;
}

/** Host list of several ranges, runs of the same prefix joined: `h100-st-[1-24],h100-dy-[1-8]`. */
export function hostLists(ranges: readonly NodeRange[]): string {
  const joined: NodeRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      last.prefix === range.prefix &&
      last.width === range.width &&
      last.last + 1 === range.first
    ) {
      joined[joined.length - 1] = { ...last, last: range.last };
    } else joined.push(range);
  }
  return joined.map(hostList).join(",");
}
