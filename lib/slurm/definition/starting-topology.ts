import { hostLists, nodeCount } from "../files/node-ranges";
import type { NodeRange, SlurmPool, SlurmTopology } from "./slurm-cluster";

/**
 * A topology that is refreshed from the cloud is not known before nodes run. Until then each pool is one leaf below one spine, or its
 * nodes are cut into blocks in the order of their names. What was given is left as it is.
 * @see https://slurm.schedmd.com/topology.conf.html
 */
export function startingTopology(topology: SlurmTopology, pools: readonly SlurmPool[]): SlurmTopology {
  if (topology.kind === "tree" && topology.switches.length === 0) {
    const leaves = pools.map((pool) => ({ name: `leaf-${pool.name}`, nodes: hostLists(pool.ranges), switches: null }));
    const spine = { name: "spine", nodes: null, switches: leaves.map((leaf) => leaf.name).join(",") };
    return { ...topology, switches: [...leaves, spine] };
  }
  if (topology.kind === "block" && topology.blocks.length === 0) {
    const blocks = blocksOf(pools, topology.blockSize).map((ranges, index) => ({
      name: `block${index + 1}`,
      nodes: hostLists(ranges),
    }));
    return { ...topology, blocks };
  }
  return topology;
}

/**
 * Blocks of `size` nodes, pool by pool. slurmctld ends with a fatal error over a block of fewer, so what is left of a pool joins its
 * last block, and pools that fill none join one another or the block before.
 */
function blocksOf(pools: readonly SlurmPool[], size: number): NodeRange[][] {
  const blocks: NodeRange[][] = [];
  const small: NodeRange[] = [];
  for (const { ranges } of pools) {
    const whole = Math.floor(nodeCount(ranges) / size);
    if (whole === 0) small.push(...ranges);
    let rest: readonly NodeRange[] = ranges;
    for (let left = whole; left > 0; left--) {
      const [piece, others] = left === 1 ? [rest, []] : split(rest, size);
      blocks.push([...piece]);
      rest = others;
    }
  }
  if (small.length === 0) return blocks;
  if (nodeCount(small) >= size || blocks.length === 0) return [...blocks, small];
  return [...blocks.slice(0, -1), [...blocks.at(-1)!, ...small]];
}

/** The first `count` nodes, and the others. */
function split(ranges: readonly NodeRange[], count: number): [NodeRange[], NodeRange[]] {
  const first: NodeRange[] = [];
  const others: NodeRange[] = [];
  let missing = count;
  for (const range of ranges) {
    const taken = Math.min(missing, range.last - range.first + 1);
    const end = range.first + taken - 1;
    if (taken > 0) first.push({ ...range, last: end });
    if (end < range.last) others.push({ ...range, first: end + 1 });
    missing -= taken;
  }
  return [first, others];
}
