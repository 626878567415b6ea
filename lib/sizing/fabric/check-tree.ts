import { Problems } from "../../errors";
import { type Check, members, nullable, number, oneOf } from "../inputs/check-shape";
import { PLANES_RANGE } from "../inputs/ranges";
import type { FatTree } from "./fat-tree";

const WHOLE = number({ min: 0, max: 100_000_000, whole: true, use: "use what fatTree returns" });
const POSITIVE = number({ min: 1, max: 100_000_000, whole: true, use: "use what fatTree returns" });
const RATIO = number({ min: 0, max: 1e6, use: "use what fatTree returns" });

function each(check: Check, ...names: readonly string[]): Check {
  return members(Object.fromEntries(names.map((name) => [name, check])));
}

const TREE = members({
  props: members({
    nodes: POSITIVE,
    railsPerNode: POSITIVE,
    switchPorts: POSITIVE,
    spinePorts: POSITIVE,
    corePorts: POSITIVE,
    leafOversubscription: RATIO,
    spineOversubscription: RATIO,
    nodesPerUnit: POSITIVE,
    planes: number({ ...PLANES_RANGE, use: "use what fatTree returns" }),
    extraEndpoints: WHOLE,
    linksPerCable: POSITIVE,
    layout: oneOf(["rail-optimized", "node-packed"]),
  }),
  tiers: number({ min: 1, max: 3, whole: true, use: "use what fatTree returns" }),
  linkGbps: nullable(number({ above: 0, unit: "Gb/s" })),
  switches: each(WHOLE, "leaf", "spine", "core", "total"),
  links: each(WHOLE, "nodeLeaf", "leafSpine", "spineCore"),
  cables: each(WHOLE, "nodeLeaf", "leafSpine", "spineCore", "total"),
  units: POSITIVE,
  leaf: each(WHOLE, "downlinks", "uplinks"),
  pods: each(WHOLE, "total", "leaves", "spines"),
  linksPerPair: each(WHOLE, "leafSpine", "spineCore"),
  spine: each(WHOLE, "downlinks", "uplinks"),
  coreGroups: each(WHOLE, "perPlane", "cores"),
  oversubscription: each(RATIO, "leaf", "spine"),
  maxNodes: POSITIVE,
});

/** Throws one error when a value is no tree that {@link fatTree} returned with `fits: true`. */
export function requireTree(where: string, tree: FatTree): void {
  const problems = new Problems();
  TREE(problems, "tree", tree);
  problems.throwIfAny(where);
}
