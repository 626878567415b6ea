import type { FatTree } from "./fat-tree";
import { leavesOfPlane, nodeNamesOf } from "./fat-tree-wiring";

/** One line of a scheduler's tree: a switch with nodes, or a switch with switches below it. */
export interface TopologySwitch {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly switches: readonly string[];
}

/**
 * The tree that a scheduler places jobs by (Slurm's topology/tree), leaves first.
 *
 * A node may stand below one lowest switch only, but a rail-optimized node is cabled to one leaf a rail. What such nodes have
 * in common is their scalable unit, inside which every rail is one hop: so the lowest switch is the unit (`unit1` …) there,
 * and the leaf itself (`leaf1` …) where nodes are packed. Above stand the pods, where there are several, and `fabric`.
 *
 * @param nodeNames names of the nodes in the order of their places. @default - `node1` …
 * @see https://slurm.schedmd.com/topology.conf.html
 */
export function fatTreeTopology(tree: FatTree, nodeNames?: readonly string[]): readonly TopologySwitch[] {
  const nodes = nodeNamesOf(tree, nodeNames);
  const { props, tiers } = tree;
  const unitName = props.layout === "rail-optimized" && tiers > 1 ? "unit" : "leaf";
  const perUnit = tiers === 1 ? nodes.length : props.nodesPerUnit;
  const seen = new Set<number>();
  const units = leavesOfPlane(tree)
    .filter(({ unit, rail }) => (rail ?? 0) === 0 && !seen.has(unit) && seen.add(unit))
    .map(({ unit, pod }) => ({
      pod,
      name: `${unitName}${unit + 1}`,
      nodes: nodes.slice(unit * perUnit, (unit + 1) * perUnit),
      switches: [] as string[],
    }))
    .filter((unit) => unit.nodes.length > 0);
  const lowest = units.map(({ name, nodes: below, switches }) => ({ name, nodes: below, switches }));
  if (lowest.length < 2) return lowest;
  const podNumbers = [...new Set(units.map((unit) => unit.pod))];
  if (podNumbers.length < 2) return [...lowest, { name: "fabric", nodes: [], switches: lowest.map((s) => s.name) }];
  const pods = podNumbers.map((pod, i) => ({
    name: `pod${i + 1}`,
    nodes: [],
    switches: units.filter((unit) => unit.pod === pod).map((unit) => unit.name),
  }));
  return [...lowest, ...pods, { name: "fabric", nodes: [], switches: pods.map((pod) => pod.name) }];
}
