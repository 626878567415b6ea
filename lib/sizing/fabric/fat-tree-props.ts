import { Problems } from "../../errors";
import { checkNumber } from "../inputs/check-number";
import { members } from "../inputs/check-shape";

/** How node ports connect to leaf switches. */
export type FatTreeLayout = "rail-optimized" | "node-packed";

/** Inputs of a fat-tree: nodes, their ports, and the switches between them. */
export interface FatTreeProps {
  /** Number of nodes to connect, 1 to 1,000,000. */
  readonly nodes: number;
  /** Fabric ports per node, 1 to 64, usually one per GPU. With several planes, the ports of all planes together. */
  readonly railsPerNode: number;
  /** Ports per leaf switch at the link speed, 2 to 4096: 64 for a Quantum-2 QM9700 at 400 Gb/s. */
  readonly switchPorts: number;
  /** Ports per spine switch, 2 to 4096. @default switchPorts */
  readonly spinePorts?: number;
  /** Ports per core switch, 2 to 4096. @default spinePorts */
  readonly corePorts?: number;
  /** Switch tiers: 1, 2 or 3. @default - the fewest that reach all nodes */
  readonly tiers?: 1 | 2 | 3;
  /**
   * `rail-optimized` connects port n of every node in a scalable unit to leaf n of that unit, so that GPUs of the same local rank are one
   * hop apart; `node-packed` connects all ports of a node to one leaf. @default "rail-optimized"
   */
  readonly layout?: FatTreeLayout;
  /**
   * Nodes per scalable unit (rail-optimized) or per leaf (node-packed), 1 to 4096. Leaves and uplinks are sized for a full unit.
   * @default - as many as the downlinks of a leaf allow
   */
  readonly nodesPerUnit?: number;
  /** Oversubscription of a leaf: downlinks per uplink, 1 to 64; 1 is non-blocking. @default 1 */
  readonly leafOversubscription?: number;
  /** Oversubscription of a spine in three tiers: downlinks per uplink, 1 to 64; 1 is non-blocking. @default 1 */
  readonly spineOversubscription?: number;
  /** Number of separate fabrics (planes) among which the ports of each node are divided, 1 to 16; must divide `railsPerNode`. @default 1 */
  readonly planes?: number;
  /** Additional endpoints on free leaf ports, such as subnet managers and gateways, 0 to 100,000. @default 0 */
  readonly extraEndpoints?: number;
  /** Links per cable, 1 to 4: 2 for twin-port cables. @default 1 */
  readonly linksPerCable?: number;
  /** Link speed, Gb/s. @default - unknown: the bisection bandwidth is then null */
  readonly linkGbps?: number;
}

/** Defaults of the props that default to one value. */
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

/** Ports to connect. */
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
  const railsGood = whole("railsPerNode", 1, 64, "use the fabric ports of one node, 8 for a DGX H100");
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
      `layout must be rail-optimized or node-packed, got ${props.layout}; use rail-optimized for nodes with one port per GPU`,
    );
  if (railsGood && planesGood && props.railsPerNode % (props.planes ?? FAT_TREE_DEFAULTS.planes) !== 0)
    problems.add(
      "conflict",
      "planes",
      `planes must divide the ${props.railsPerNode} fabric ports per node, got ${props.planes}; use ${divisors(props.railsPerNode).join(", ")}`,
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
        `layout node-packed needs ${portsPerNode} downlinks per leaf for the ports of one node, got ${down}; use rail-optimized or a switch with more ports`,
      );
    else if (props.nodesPerUnit !== undefined && props.nodesPerUnit > most)
      problems.add(
        "out-of-range",
        "nodesPerUnit",
        `nodesPerUnit must be at most ${most}, the limit with ${down} downlinks per leaf, got ${props.nodesPerUnit}; use ${most}`,
      );
  }
  problems.throwIfAny("fatTree");
}
