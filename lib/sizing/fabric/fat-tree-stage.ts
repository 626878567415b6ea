import { Problems } from "../../errors";
import { checkNumber } from "../inputs/check-number";
import { requireTree } from "./check-tree";
import type { FatTree } from "./fat-tree";
import type { Cable, Wiring } from "./fat-tree-wiring";

/** What of a fat-tree is there while it has its first nodes alone: a part of the whole tree's wiring, in its order. */
export interface FatTreeStage {
  readonly switches: Wiring["switches"];
  readonly cables: readonly Cable[];
  readonly counts: { readonly leaf: number; readonly spine: number; readonly core: number; readonly total: number };
  readonly links: { readonly nodeLeaf: number; readonly leafSpine: number; readonly spineCore: number };
  /** Ports of spines and cores without a cable, which later leaves and spines take. */
  readonly freePorts: { readonly spine: number; readonly core: number };
}

/** Uplinks of each spine that its present leaves can fill, whole cores at a time, and two cores at least: none is the only way. */
function uplinksUsed({ props, linksPerPair, coreGroups }: FatTree, downlinks: number): number {
  const needed = Math.ceil(downlinks / props.spineOversubscription / linksPerPair.spineCore);
  return Math.min(coreGroups.cores, Math.max(2, needed)) * linksPerPair.spineCore;
}

/**
 * The part of a fat-tree that its first nodes need, so that the rest can be added without moving a cable: the leaves of their units with all
 * uplinks, the spines that these go to, and as many cores as keep the spines' ratio.
 *
 * Leaves come with the units, cores in proportion. Spines of a pod are all needed with its first leaf: a leaf's uplinks are shared out to all
 * of them, and a cable to another spine would have to be moved later.
 *
 * Worked example: a tree of 512 nodes with 8 rails on 64-port switches has 128 leaves, 128 spines and 64 cores. Its first 64 nodes take 16
 * leaves, all 128 spines and 8 cores: each spine has 4 downlinks and fills 4 uplinks, to one of the 8 core groups' 8 cores each.
 *
 * @param wiring of the whole tree
 * @param nodes first nodes that are there, 1 to all
 * @throws WarpformError for a number of nodes out of range
 */
export function fatTreeStage(tree: FatTree, wiring: Wiring, nodes: number): FatTreeStage {
  requireTree("fatTreeStage", tree);
  const problems = new Problems();
  checkNumber(problems, "nodes", nodes, { min: 1, max: tree.props.nodes, whole: true });
  problems.throwIfAny("fatTreeStage");
  const there = new Set([...wiring.nodes.slice(0, nodes), ...wiring.extras]);
  const down = wiring.cables.filter(({ kind, from }) => kind === "node-leaf" && there.has(from.name));
  const leaves = new Set(down.map(({ to }) => to.name));
  const up = wiring.cables.filter(({ kind, from }) => kind === "leaf-spine" && leaves.has(from.name));
  const downlinks = new Map<string, number>();
  for (const { to } of up) downlinks.set(to.name, (downlinks.get(to.name) ?? 0) + 1);
  const across = wiring.cables.filter(({ kind, from }) => {
    const used = kind === "spine-core" ? downlinks.get(from.name) : undefined;
    return used !== undefined && from.port <= tree.spine.downlinks + uplinksUsed(tree, used);
  });
  const cores = new Set(across.map(({ to }) => to.name));
  const switches = wiring.switches.filter(({ name }) => leaves.has(name) || downlinks.has(name) || cores.has(name));
  const count = (tier: string) => switches.filter((one) => one.tier === tier).length;
  const ports = (tier: string) => switches.filter((one) => one.tier === tier).reduce((sum, one) => sum + one.ports, 0);
  const links = { nodeLeaf: down.length, leafSpine: up.length, spineCore: across.length };
  return {
    switches,
    cables: [...down, ...up, ...across],
    counts: { leaf: count("leaf"), spine: count("spine"), core: count("core"), total: switches.length },
    links,
    freePorts: {
      spine: ports("spine") - links.leafSpine - links.spineCore,
      core: ports("core") - links.spineCore,
    },
  };
}

/**
 * Cables between leaves and spines that have to be moved at least when a tree that was planned for fewer nodes becomes a larger one: of a leaf's
 * links to a spine that stays, as many stay as the larger tree has between two such switches.
 */
export function leastCablesMoved(from: FatTree, to: FatTree): number {
  if (from.switches.spine === 0) return 0;
  // In three tiers, a rail-optimized pod has the leaves of one rail: a spine keeps those alone.
  const { planes, layout, railsPerNode } = to.props;
  const railsShared = from.tiers === 2 && to.tiers === 3 && layout === "rail-optimized" ? railsPerNode / planes : 1;
  const leavesOfSpine = Math.min(from.pods.leaves / railsShared, to.pods.leaves);
  const kept = Math.min(from.linksPerPair.leafSpine, to.linksPerPair.leafSpine);
  return from.links.leafSpine - Math.min(from.links.leafSpine, from.switches.spine * leavesOfSpine * kept);
}
