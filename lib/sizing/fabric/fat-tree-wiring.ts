import { Problems } from "../../errors";
import { listOf, optional, requireAll, text } from "../inputs/check-shape";
import { requireTree } from "./check-tree";
import type { FatTree } from "./fat-tree";

/** One switch of the fabric. */
export interface FabricSwitch {
  /** `leaf1`, `spine1`, `core1`, numbered through. */
  readonly name: string;
  readonly tier: "leaf" | "spine" | "core";
  readonly ports: number;
  /** From 1; the separate fabric it is part of. */
  readonly plane: number;
  /** Scalable unit and rail (of the plane) of a rail-optimized leaf, else null; from 1. */
  readonly unit: number | null;
  readonly rail: number | null;
  /** Pod of a leaf or spine, core group of a core; from 1 in its plane. */
  readonly group: number;
}

/** One end of a cable: a switch and its port, or a node and its port on this fabric, both from 1. */
export interface CableEnd {
  readonly name: string;
  readonly port: number;
}

/** One link between two ports. */
export interface Cable {
  readonly kind: "node-leaf" | "leaf-spine" | "spine-core";
  readonly from: CableEnd;
  readonly to: CableEnd;
}

/** Every switch and every link of a fat-tree. */
export interface Wiring {
  readonly nodes: readonly string[];
  /** Endpoints that are no nodes: `extra1` … */
  readonly extras: readonly string[];
  readonly switches: readonly FabricSwitch[];
  readonly cables: readonly Cable[];
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);

/** The names given, checked, or `node1` … */
export function nodeNamesOf(tree: FatTree, nodeNames?: readonly string[]): readonly string[] {
  requireTree("fatTree", tree);
  requireAll("fatTree", { nodeNames: [nodeNames, optional(listOf(text))] });
  if (nodeNames === undefined) return numbered("node", tree.props.nodes);
  const problems = new Problems();
  if (nodeNames.length !== tree.props.nodes)
    problems.add(
      "conflict",
      "nodeNames",
      `nodeNames must have one name a node, got ${nodeNames.length} for ${tree.props.nodes} nodes; use ${tree.props.nodes} names`,
    );
  const seen = new Set<string>();
  const twice = nodeNames.find((name) => seen.has(name) || !seen.add(name));
  if (twice !== undefined)
    problems.add("duplicate", "nodeNames", `nodeNames must differ, got "${twice}" twice; use each name once`);
  problems.throwIfAny("fatTree");
  return nodeNames;
}

/** Leaves of a plane in the order of their numbers, each with its pod (from 0). */
export function leavesOfPlane(tree: FatTree): readonly { unit: number; rail: number | null; pod: number }[] {
  const { props, units, pods, tiers } = tree;
  if (tiers === 1) return [{ unit: 0, rail: null, pod: 0 }];
  const rails = props.layout === "rail-optimized" ? props.railsPerNode / props.planes : 1;
  const byRail = tiers === 3 && props.layout === "rail-optimized";
  const podsOfRail = byRail ? Math.ceil(units / pods.leaves) : 0;
  return Array.from({ length: units * rails }, (_, i) => {
    const unit = Math.floor(i / rails);
    const rail = i % rails;
    const pod = tiers === 2 ? 0 : Math.floor(unit / pods.leaves) + (byRail ? rail * podsOfRail : 0);
    return { unit, rail: props.layout === "rail-optimized" ? rail : null, pod };
  });
}

function nodeCables(tree: FatTree, nodes: readonly string[], extras: readonly string[]): Cable[] {
  const { props, units, tiers } = tree;
  const railsPerPlane = props.railsPerNode / props.planes;
  const railOptimized = props.layout === "rail-optimized" && tiers > 1;
  const leavesPerPlane = tree.switches.leaf / props.planes;
  const perUnit = tiers === 1 ? Math.floor(props.switchPorts / railsPerPlane) : props.nodesPerUnit;
  // the leaf and port where port `rail` of the node at `slot` goes; slots beyond the last node are free for extras
  const place = (slot: number, rail: number): CableEnd => {
    const unit = Math.floor(slot / perUnit);
    const at = slot % perUnit;
    const plane = Math.floor(rail / railsPerPlane);
    const inPlane = rail % railsPerPlane;
    const leaf = plane * leavesPerPlane + (railOptimized ? unit * railsPerPlane + inPlane : unit);
    return { name: `leaf${leaf + 1}`, port: railOptimized ? at + 1 : at * railsPerPlane + inPlane + 1 };
  };
  const ports = Array.from({ length: props.railsPerNode }, (_, rail) => rail);
  const cables: Cable[] = nodes.flatMap((name, slot) =>
    ports.map((rail) => ({ kind: "node-leaf" as const, from: { name, port: rail + 1 }, to: place(slot, rail) })),
  );
  const freeSlots = Array.from({ length: Math.max(0, units * perUnit - nodes.length) }, (_, i) => nodes.length + i);
  const freeOfPlane = Array.from({ length: props.planes }, (_, plane) => {
    const rails = ports.slice(plane * railsPerPlane, (plane + 1) * railsPerPlane);
    const free = freeSlots.flatMap((slot) => rails.map((rail) => place(slot, rail)));
    // a single switch may have ports left that are too few for one more node
    for (let port = perUnit * railsPerPlane + 1; tiers === 1 && port <= props.switchPorts; port++)
      free.push({ name: `leaf${plane + 1}`, port });
    return free;
  });
  // the planes in turn, since each needs a subnet manager
  extras.forEach((name, i) => {
    const to = freeOfPlane[i % props.planes]![Math.floor(i / props.planes)]!;
    cables.push({ kind: "node-leaf", from: { name, port: 1 }, to });
  });
  return cables;
}

/**
 * The cable list of a fat-tree: which port goes to which. Leaf ports count downlinks first, then uplinks spine by spine;
 * spine ports count leaves first, then cores. The lengths of the lists are the counts of the plan.
 *
 * @param nodeNames names of the nodes in the order of their places. @default - `node1` …
 * @throws WarpformError when the names are not one for each node, or not all different
 */
export function fatTreeWiring(tree: FatTree, nodeNames?: readonly string[]): Wiring {
  const nodes = nodeNamesOf(tree, nodeNames);
  const extras = numbered("extra", tree.props.extraEndpoints);
  const { props, leaf, spine, pods, linksPerPair, coreGroups } = tree;
  const switches: FabricSwitch[] = [];
  const cables = nodeCables(tree, nodes, extras);
  const planeLeaves = leavesOfPlane(tree);
  const podsPerPlane = pods.total / props.planes;
  const spinesPerPlane = podsPerPlane * pods.spines;
  const coresPerPlane = coreGroups.perPlane * coreGroups.cores;
  for (let plane = 0; plane < props.planes; plane++) {
    const place = new Array<number>(podsPerPlane).fill(0);
    planeLeaves.forEach(({ unit, rail, pod }, i) => {
      const name = `leaf${plane * planeLeaves.length + i + 1}`;
      const railOrNull = rail === null ? null : rail + 1;
      const unitOrNull = rail === null ? null : unit + 1;
      switches.push({
        name,
        tier: "leaf",
        ports: props.switchPorts,
        plane: plane + 1,
        unit: unitOrNull,
        rail: railOrNull,
        group: pod + 1,
      });
      const seat = place[pod]!++;
      for (let up = 0; up < leaf.uplinks; up++) {
        const s = Math.floor(up / linksPerPair.leafSpine);
        const to = {
          name: `spine${plane * spinesPerPlane + pod * pods.spines + s + 1}`,
          port: seat * linksPerPair.leafSpine + (up % linksPerPair.leafSpine) + 1,
        };
        cables.push({ kind: "leaf-spine", from: { name, port: leaf.downlinks + up + 1 }, to });
      }
    });
  }
  const spinesPerGroup = coreGroups.perPlane === 0 ? 1 : pods.spines / coreGroups.perPlane;
  for (let plane = 0; plane < props.planes; plane++)
    for (let pod = 0; pod < podsPerPlane; pod++)
      for (let s = 0; s < pods.spines; s++) {
        const name = `spine${plane * spinesPerPlane + pod * pods.spines + s + 1}`;
        switches.push({
          name,
          tier: "spine",
          ports: props.spinePorts,
          plane: plane + 1,
          unit: null,
          rail: null,
          group: pod + 1,
        });
        const group = Math.floor(s / spinesPerGroup);
        const seat = pod * spinesPerGroup + (s % spinesPerGroup);
        for (let up = 0; up < spine.uplinks; up++) {
          const c = Math.floor(up / linksPerPair.spineCore);
          const to = {
            name: `core${plane * coresPerPlane + group * coreGroups.cores + c + 1}`,
            port: seat * linksPerPair.spineCore + (up % linksPerPair.spineCore) + 1,
          };
          cables.push({ kind: "spine-core", from: { name, port: spine.downlinks + up + 1 }, to });
        }
      }
  for (let plane = 0; plane < props.planes; plane++)
    for (let c = 0; c < coresPerPlane; c++)
      switches.push({
        name: `core${plane * coresPerPlane + c + 1}`,
        tier: "core",
        ports: props.corePorts,
        plane: plane + 1,
        unit: null,
        rail: null,
        group: Math.floor(c / coreGroups.cores) + 1,
      });
  return { nodes, extras, switches, cables };
}
