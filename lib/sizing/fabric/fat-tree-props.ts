import { Problems } from "../../errors";
import { checkNumber } from "../inputs/check-number";
import { members } from "../inputs/check-shape";

/** How the ports of a node meet the leaf switches. */
export type FatTreeLayout = "rail-optimized" | "node-packed";

/** What a fat-tree is asked to join. */
export interface FatTreeProps {
  /** Nodes to join. */
  readonly nodes: number;
  /** Ports of a node on this fabric, one for each GPU as a rule; with several planes, those of all planes. */
  readonly railsPerNode: number;
  /** Ports of a leaf switch at the speed of the links (64 for a Quantum-2 QM9700 at 400 Gb/s). */
  readonly switchPorts: number;
  /** Ports of a spine switch. @default switchPorts */
  readonly spinePorts?: number;
  /** Ports of a core switch. @default spinePorts */
  readonly corePorts?: number;
  /** Switch tiers. @default - as few as reach all nodes */
  readonly tiers?: 1 | 2 | 3;
  /**
   * `rail-optimized` puts port n of every node of a unit on that unit's leaf n, so that equal ranks meet in one hop;
   * `node-packed` puts all ports of a node on one leaf. @default "rail-optimized"
   */
  readonly layout?: FatTreeLayout;
  /**
   * Nodes of one scalable unit (rail-optimized) or of one leaf (node-packed). Leaves and uplinks are laid out for a full
   * unit. @default - as many as a leaf's downlinks take
   */
  readonly nodesPerUnit?: number;
  /** Downlinks for each uplink of a leaf; 1 is non-blocking. @default 1 */
  readonly leafOversubscription?: number;
  /** Downlinks for each uplink of a spine, in three tiers. @default 1 */
  readonly spineOversubscription?: number;
  /** Separate fabrics that the ports of a node are shared out to. @default 1 */
  readonly planes?: number;
  /** Further endpoints on free leaf ports: subnet managers, gateways. @default 0 */
  readonly extraEndpoints?: number;
  /** Links that share a cable (2 where twin-port cables carry two links). @default 1 */
  readonly linksPerCable?: number;
  /** Speed of a link, Gb/s. @default - unknown, and so is the bisection bandwidth */
  readonly linkGbps?: number;
}

/** What holds where a prop is left out, as far as that is one value. */
export const FAT_TREE_DEFAULTS = {
  layout: "rail-optimized",
  leafOversubscription: 1,
  spineOversubscription: 1,
  planes: 1,
  extraEndpoints: 0,
  linksPerCable: 1,
} as const satisfies Partial<FatTreeProps>;

/** Props with every default filled in. */
export type FullFatTreeProps = Required<Omit<FatTreeProps, "linkGbps" | "tiers">>;

export const divisors = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0);

/** Most downlinks of a switch so that downlinks / uplinks is at most the ratio. */
export const mostDownlinks = (ports: number, ratio: number): number => ports - Math.ceil(ports / (ratio + 1));

/** Ports that have to be connected. */
export const endpoints = (p: FatTreeProps): number =>
  p.nodes * p.railsPerNode + (p.extraEndpoints ?? FAT_TREE_DEFAULTS.extraEndpoints);

/** Fills the defaults in. */
export function withDefaults(props: FatTreeProps): FullFatTreeProps {
  const spinePorts = props.spinePorts ?? props.switchPorts;
  const planes = props.planes ?? FAT_TREE_DEFAULTS.planes;
  const leafOversubscription = props.leafOversubscription ?? FAT_TREE_DEFAULTS.leafOversubscription;
  const layout = props.layout ?? FAT_TREE_DEFAULTS.layout;
  const down = mostDownlinks(props.switchPorts, leafOversubscription);
  const room = layout === "rail-optimized" ? down : Math.floor(down / Math.max(1, props.railsPerNode / planes));
  return {
    nodes: props.nodes,
    railsPerNode: props.railsPerNode,
    switchPorts: props.switchPorts,
    spinePorts,
    corePorts: props.corePorts ?? spinePorts,
    layout,
    nodesPerUnit: props.nodesPerUnit ?? Math.max(1, room),
    leafOversubscription,
    spineOversubscription: props.spineOversubscription ?? FAT_TREE_DEFAULTS.spineOversubscription,
    planes,
    extraEndpoints: props.extraEndpoints ?? FAT_TREE_DEFAULTS.extraEndpoints,
    linksPerCable: props.linksPerCable ?? FAT_TREE_DEFAULTS.linksPerCable,
  };
}

/** Throws one WarpformError with all that is wrong with the props. */
export function checkFatTreeProps(props: FatTreeProps): void {
  const problems = new Problems();
  if (!members({})(problems, "", props)) problems.throwIfAny("fatTree");
  const whole = (path: keyof FatTreeProps, min: number, max: number, use?: string) => {
    const value = props[path];
    const required = path === "nodes" || path === "railsPerNode" || path === "switchPorts";
    return (
      (value === undefined && !required) || checkNumber(problems, path, value as number, { min, max, whole: true, use })
    );
  };
  whole("nodes", 1, 1_000_000);
  const railsGood = whole("railsPerNode", 1, 64, "use the node's ports on this fabric, 8 for a DGX H100");
  const radix = "use the ports of one switch, 64 for a QM9700";
  const radixGood = whole("switchPorts", 2, 4096, radix);
  whole("spinePorts", 2, 4096, radix);
  whole("corePorts", 2, 4096, radix);
  whole("tiers", 1, 3, "use 1, 2 or 3, or leave it out");
  whole("nodesPerUnit", 1, 4096);
  whole("extraEndpoints", 0, 100_000);
  whole("linksPerCable", 1, 4);
  const planesGood = whole("planes", 1, 16);
  let ratioGood = true;
  for (const path of ["leafOversubscription", "spineOversubscription"] as const) {
    const value = props[path];
    if (value === undefined) continue;
    const use = "use 1 for a non-blocking tier, 2 for half the uplinks";
    const good = checkNumber(problems, path, value, { min: 1, max: 64, use });
    if (path === "leafOversubscription") ratioGood = good;
  }
  if (props.linkGbps !== undefined) checkNumber(problems, "linkGbps", props.linkGbps, { above: 0, unit: "Gb/s" });
  if (props.layout !== undefined && props.layout !== "rail-optimized" && props.layout !== "node-packed")
    problems.add(
      "not-allowed",
      "layout",
      `layout must be rail-optimized or node-packed, got ${props.layout}; use rail-optimized for nodes with a port a GPU`,
    );
  if (railsGood && planesGood && props.railsPerNode % (props.planes ?? FAT_TREE_DEFAULTS.planes) !== 0)
    problems.add(
      "conflict",
      "planes",
      `planes must divide the ${props.railsPerNode} ports of a node, got ${props.planes}; use ${divisors(props.railsPerNode).join(", ")}`,
    );
  if (railsGood && planesGood && radixGood && ratioGood && props.tiers !== 1) {
    const down = mostDownlinks(props.switchPorts, props.leafOversubscription ?? FAT_TREE_DEFAULTS.leafOversubscription);
    const portsPerNode =
      props.layout === "node-packed" ? props.railsPerNode / (props.planes ?? FAT_TREE_DEFAULTS.planes) : 1;
    const most = Math.floor(down / portsPerNode);
    const oneSwitch = props.tiers === undefined && endpoints(props) <= props.switchPorts;
    if (most < 1 && !oneSwitch)
      problems.add(
        "conflict",
        "layout",
        `layout node-packed needs ${portsPerNode} downlinks of a leaf for the ports of a node, got ${down}; use rail-optimized or a switch with more ports`,
      );
    else if (props.nodesPerUnit !== undefined && props.nodesPerUnit > most)
      problems.add(
        "out-of-range",
        "nodesPerUnit",
        `nodesPerUnit must be at most ${most}, what the ${down} downlinks of a leaf take, got ${props.nodesPerUnit}; use ${most}`,
      );
  }
  problems.throwIfAny("fatTree");
}
