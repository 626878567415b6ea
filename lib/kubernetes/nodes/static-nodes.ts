import type { CapacitySource, NodePool } from "../../model/model";

/** Most nodes that a pool takes from a source. */
export function mostNodes({ nodes }: Pick<NodePool, "nodes">, source: CapacitySource): number {
  return Math.min(source.nodes ?? nodes.max, nodes.max);
}

/** Fewest nodes that the managed node group of a source keeps, whether pods ask for them or not. */
export function leastNodes(pool: Pick<NodePool, "nodes" | "capacity">, source: CapacitySource): number {
  // a block is paid for whole: all its nodes are there while it lasts; one that is still to begin has none, and its group takes them when
  // pods wait for them
  if (source.kind === "block") return source.startsOn === null ? mostNodes(pool, source) : 0;
  return source === pool.capacity[0] ? pool.nodes.min : 0;
}

/** Whether all nodes that a pool may have are there before any pod is, in managed node groups. */
export function nodesAreStatic(pool: Pick<NodePool, "nodes" | "capacity">): boolean {
  const standing = pool.capacity.reduce((sum, source) => sum + leastNodes(pool, source), 0);
  return standing >= pool.nodes.max;
}
