import { hostList, hostLists } from "./node-ranges";
import type { NodeRange, SlurmPool, SlurmTopology } from "./slurm-cluster";

/**
 * A topology that is refreshed from the cloud is not known before nodes run. Until then each pool is one leaf below one spine, or its
 * nodes are cut into blocks in the order of their names. What was given is left as it is.
 */
export function startingTopology(topology: SlurmTopology, pools: readonly SlurmPool[]): SlurmTopology {
  if (topology.kind === "tree" && topology.switches.length === 0) {
    const leaves = pools.map((pool) => ({ name: `leaf-${pool.name}`, nodes: hostLists(pool.ranges), switches: null }));
    const spine = { name: "spine", nodes: null, switches: leaves.map((leaf) => leaf.name).join(",") };
    return { ...topology, switches: [...leaves, spine] };
  }
  if (topology.kind === "block" && topology.blocks.length === 0) {
    const pieces = pools.flatMap((pool) => pool.ranges.flatMap((range) => cut(range, topology.blockSize)));
    const blocks = pieces.map((piece, index) => ({ name: `block${index + 1}`, nodes: hostList(piece) }));
    return { ...topology, blocks };
  }
  return topology;
}

/** Runs of at most `size` nodes. */
function cut(range: NodeRange, size: number): NodeRange[] {
  const count = Math.ceil((range.last - range.first + 1) / size);
  return Array.from({ length: count }, (_, index) => {
    const first = range.first + index * size;
    return { ...range, first, last: Math.min(first + size - 1, range.last) };
  });
}
