import type { FatTree } from "../../sizing/fabric/fat-tree";
import { fatTreeTopology, type TopologySwitch } from "../../sizing/fabric/fat-tree-topology";
import type { SlurmSwitch } from "./slurm-cluster";

/** Host list of names: runs of a prefix and numbers of the same width are folded, `node1,node2,node3` to `node[1-3]`. */
export function foldedHostList(names: readonly string[]): string {
  const runs: { prefix: string; first: string; last: string }[] = [];
  for (const name of names) {
    const [, prefix, digits] = /^(.*?)(\d*)$/.exec(name)!;
    const run = runs.at(-1);
    const width = (text: string) => (text.startsWith("0") ? text.length : 0);
    const follows =
      run !== undefined &&
      digits !== "" &&
      run.prefix === prefix &&
      run.last !== "" &&
      Number(digits) === Number(run.last) + 1 &&
      (width(digits!) === width(run.last) || digits!.length === run.last.length);
    if (follows) run.last = digits!;
    else runs.push({ prefix: prefix!, first: digits!, last: digits! });
  }
  return runs
    .map(({ prefix, first, last }) => (first === last ? `${prefix}${first}` : `${prefix}[${first}-${last}]`))
    .join(",");
}

/**
 * Switches of topology.conf for a fat-tree of InfiniBand or Ethernet: units, or leaves where nodes are packed, then pods and the
 * whole fabric.
 *
 * @param nodeNames names of the nodes in the order of their places. @default - `node1` …
 * @throws WarpformError when the names are not one for each node, or not all different
 */
export function fatTreeSwitches(tree: FatTree, nodeNames?: readonly string[]): readonly SlurmSwitch[] {
  return fatTreeTopology(tree, nodeNames).map(foldedSwitch);
}

const foldedSwitch = ({ name, nodes, switches }: TopologySwitch): SlurmSwitch => ({
  name,
  nodes: nodes.length > 0 ? foldedHostList(nodes) : null,
  switches: switches.length > 0 ? foldedHostList(switches) : null,
});

/** Switches with nodes that are there, and those above them: Slurm knows no others. */
export function presentSwitches(
  switches: readonly TopologySwitch[],
  isThere: (node: string) => boolean,
): readonly SlurmSwitch[] {
  const kept = new Set<string>();
  const present = switches.flatMap((one) => {
    const nodes = one.nodes.filter(isThere);
    const below = one.switches.filter((name) => kept.has(name));
    if (nodes.length + below.length === 0) return [];
    kept.add(one.name);
    return [{ name: one.name, nodes, switches: below }];
  });
  return present.map(foldedSwitch);
}
