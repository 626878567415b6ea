import {
  checkFatTreeProps,
  divisors,
  endpoints,
  type FatTreeProps,
  type FullFatTreeProps,
  mostDownlinks,
  withDefaults,
} from "./fat-tree-props";

/** A fat-tree that reaches all its nodes. Counts are exact. */
export interface FatTree {
  readonly fits: true;
  readonly props: FullFatTreeProps;
  readonly tiers: 1 | 2 | 3;
  readonly linkGbps: number | null;
  readonly switches: { readonly leaf: number; readonly spine: number; readonly core: number; readonly total: number };
  readonly links: { readonly nodeLeaf: number; readonly leafSpine: number; readonly spineCore: number };
  readonly cables: {
    readonly nodeLeaf: number;
    readonly leafSpine: number;
    readonly spineCore: number;
    readonly total: number;
  };
  /** Scalable units (rail-optimized) or leaves of a plane (node-packed). */
  readonly units: number;
  readonly leaf: { readonly downlinks: number; readonly uplinks: number };
  /** A pod is the leaves that share spines; two tiers have one a plane. */
  readonly pods: { readonly total: number; readonly leaves: number; readonly spines: number };
  /** Links between a leaf and each spine of its pod, and a spine and each core of its group. */
  readonly linksPerPair: { readonly leafSpine: number; readonly spineCore: number };
  readonly spine: { readonly downlinks: number; readonly uplinks: number };
  /** Cores stand in groups a plane; the spines of a pod are shared out to the groups evenly. */
  readonly coreGroups: { readonly perPlane: number; readonly cores: number };
  /** Real down-to-up ratios; 1 where there is no tier above. */
  readonly oversubscription: { readonly leaf: number; readonly spine: number };
  /** Bandwidth between two halves of the nodes, one direction, Gb/s; null without `linkGbps`. */
  readonly bisectionGbps: number | null;
  /** Nodes that the same switches' ports allow at most, at this number of tiers. */
  readonly maxNodes: number;
}

/** Why no such tree exists, and how far the tiers reach. */
export interface NoFatTree {
  readonly fits: false;
  readonly why: string;
  readonly maxNodes: number;
}

/** Core groups and cores of each, fewest cores first, then fewest groups; undefined when the cores' ports don't suffice. */
function cores(pods: number, spinesPerPod: number, uplinks: number, corePorts: number) {
  const options = divisors(spinesPerPod).flatMap((groups) =>
    divisors(uplinks)
      .filter((count) => count * corePorts >= pods * (spinesPerPod / groups) * uplinks && groups * count > 1)
      .map((count) => ({ groups, count })),
  );
  return options.sort((a, b) => a.groups * a.count - b.groups * b.count || a.groups - b.groups)[0];
}

/**
 * Uplinks of a leaf, and spines of its pod. Each leaf meets each spine by the same number of links, so spines divide the
 * uplinks; one spine alone would cut the fabric when it fails. Where free ports allow, a few more uplinks are taken if that
 * saves spines: 13 could only go to 13 spines.
 */
function uplinksAndSpines(p: FullFatTreeProps, downlinks: number, leaves: number, mostDown: number) {
  const asked = Math.ceil(downlinks / p.leafOversubscription);
  const most = Math.max(asked, Math.min(p.switchPorts - downlinks, Math.ceil(asked * 1.15)));
  const options = Array.from({ length: most - asked + 1 }, (_, more) => {
    const uplinks = asked + more;
    const enough = divisors(uplinks).filter((spines) => leaves * (uplinks / spines) <= mostDown);
    return { uplinks, spines: enough.find((spines) => spines > 1) ?? uplinks };
  });
  return options.sort((a, b) => a.spines - b.spines || a.uplinks - b.uplinks)[0]!;
}

function build(p: FullFatTreeProps, tiers: 2 | 3, linkGbps: number | null): FatTree | NoFatTree {
  const railOptimized = p.layout === "rail-optimized";
  const railsPerPlane = p.railsPerNode / p.planes;
  const downlinks = railOptimized ? p.nodesPerUnit : p.nodesPerUnit * railsPerPlane;
  const slotsPerNode = p.railsPerNode;
  const units = Math.ceil((p.nodes * slotsPerNode + p.extraEndpoints) / (p.nodesPerUnit * slotsPerNode));
  const leavesPerUnit = railOptimized ? railsPerPlane : 1;
  const leavesPerPlane = units * leavesPerUnit;

  // the leaves that share spines: all of a plane in two tiers; those of one rail in three, in as many parts as it takes
  const mostSpineDown = tiers === 2 ? p.spinePorts : mostDownlinks(p.spinePorts, p.spineOversubscription);
  const mostPods = tiers === 2 ? 1 : p.corePorts;
  const maxUnits = railOptimized
    ? tiers === 2
      ? Math.floor(mostSpineDown / leavesPerUnit)
      : Math.floor(mostPods / leavesPerUnit) * mostSpineDown
    : mostPods * mostSpineDown;
  const maxNodes = maxUnits * p.nodesPerUnit;
  if (units > maxUnits) {
    const why = `${p.nodes} nodes need ${units} ${railOptimized ? "units" : "leaves"} of ${p.nodesPerUnit} nodes; ${tiers} tiers of ${p.switchPorts}-port switches reach ${maxUnits}`;
    return { fits: false, why, maxNodes };
  }
  const leavesOfGroup = tiers === 2 ? leavesPerPlane : railOptimized ? units : leavesPerPlane;
  const groups = leavesPerPlane / leavesOfGroup;
  const podsOfGroup = tiers === 2 ? 1 : Math.ceil(leavesOfGroup / mostSpineDown);
  const pods = groups * podsOfGroup;
  const leavesPerPod = Math.ceil(leavesOfGroup / podsOfGroup);

  const { uplinks, spines } = uplinksAndSpines(p, downlinks, leavesPerPod, mostSpineDown);
  const spineDown = leavesPerPod * (uplinks / spines);
  const spineUp = tiers === 2 ? 0 : Math.ceil(spineDown / p.spineOversubscription);
  const core = tiers === 2 ? { groups: 0, count: 0 } : cores(pods, spines, spineUp, p.corePorts);
  if (core === undefined)
    return { fits: false, why: `${pods} pods need cores of more than ${p.corePorts} ports`, maxNodes };

  const count = {
    leaf: leavesPerPlane * p.planes,
    spine: pods * spines * p.planes,
    core: core.groups * core.count * p.planes,
  };
  const links = {
    nodeLeaf: p.nodes * p.railsPerNode + p.extraEndpoints,
    leafSpine: count.leaf * uplinks,
    spineCore: count.spine * spineUp,
  };
  const narrowest = Math.min(p.nodes * p.railsPerNode, links.leafSpine, tiers === 3 ? links.spineCore : Infinity);
  return {
    fits: true,
    props: p,
    tiers,
    linkGbps,
    switches: { ...count, total: count.leaf + count.spine + count.core },
    links,
    cables: cablesOf(links, p.linksPerCable),
    units,
    leaf: { downlinks, uplinks },
    pods: { total: pods * p.planes, leaves: leavesPerPod, spines },
    linksPerPair: { leafSpine: uplinks / spines, spineCore: core.count === 0 ? 0 : spineUp / core.count },
    spine: { downlinks: spineDown, uplinks: spineUp },
    coreGroups: { perPlane: core.groups, cores: core.count },
    oversubscription: { leaf: downlinks / uplinks, spine: spineUp === 0 ? 1 : spineDown / spineUp },
    bisectionGbps: linkGbps === null ? null : (narrowest / 2) * linkGbps,
    maxNodes,
  };
}

function cablesOf(links: FatTree["links"], linksPerCable: number): FatTree["cables"] {
  const nodeLeaf = Math.ceil(links.nodeLeaf / linksPerCable);
  const leafSpine = Math.ceil(links.leafSpine / linksPerCable);
  const spineCore = Math.ceil(links.spineCore / linksPerCable);
  return { nodeLeaf, leafSpine, spineCore, total: nodeLeaf + leafSpine + spineCore };
}

/** One switch a plane: every pair of ports one hop apart. */
function single(p: FullFatTreeProps, linkGbps: number | null): FatTree | NoFatTree {
  const maxNodes = Math.floor((p.switchPorts * p.planes - p.extraEndpoints) / p.railsPerNode);
  if (p.nodes > maxNodes)
    return {
      fits: false,
      why: `${p.nodes} nodes have ${endpoints(p)} ports; a switch has ${p.switchPorts}`,
      maxNodes: Math.max(0, maxNodes),
    };
  const links = { nodeLeaf: endpoints(p), leafSpine: 0, spineCore: 0 };
  return {
    fits: true,
    props: p,
    tiers: 1,
    linkGbps,
    switches: { leaf: p.planes, spine: 0, core: 0, total: p.planes },
    links,
    cables: cablesOf(links, p.linksPerCable),
    units: 1,
    leaf: { downlinks: p.switchPorts, uplinks: 0 },
    pods: { total: p.planes, leaves: 1, spines: 0 },
    linksPerPair: { leafSpine: 0, spineCore: 0 },
    spine: { downlinks: 0, uplinks: 0 },
    coreGroups: { perPlane: 0, cores: 0 },
    oversubscription: { leaf: 1, spine: 1 },
    bisectionGbps: linkGbps === null ? null : ((p.nodes * p.railsPerNode) / 2) * linkGbps,
    maxNodes,
  };
}

/**
 * Switches, links and cables of a fat-tree (folded Clos).
 *
 * A leaf of k ports has d downlinks and u = ceil(d / oversubscription) uplinks. The S spines of a pod of L leaves are the
 * smallest divisor of u, two or more, with L u / S at most the spine's down ports, so that every leaf meets every spine
 * by the same number of links and no switch is the only way. In three tiers a pod is the leaves of one rail (or as many leaves as a spine reaches), a spine has as
 * many uplinks as its oversubscription asks, and cores are counted by the same rule.
 * Reach: k^2 / 2 ports in two tiers, k^3 / 4 in three.
 *
 * Worked example: 127 DGX H100 and 4 ports for UFM on 64-port switches: 32 leaves, 16 spines, 1,020 and 1,024 cables.
 *
 * @throws WarpformError for counts out of range; a tree that cannot reach its nodes is returned with `fits: false`
 * @see https://docs.nvidia.com/dgx-superpod/reference-architecture-scalable-infrastructure-h100/latest/network-fabrics.html
 * @see Leiserson, Fat-Trees, IEEE Trans. Computers C-34 (1985); Al-Fares et al., SIGCOMM 2008
 */
export function fatTree(props: FatTreeProps): FatTree | NoFatTree {
  checkFatTreeProps(props);
  const p = withDefaults(props);
  const linkGbps = props.linkGbps ?? null;
  if (props.tiers === 1) return single(p, linkGbps);
  if (props.tiers !== undefined) return build(p, props.tiers, linkGbps);
  const fewest = [() => single(p, linkGbps), () => build(p, 2, linkGbps), () => build(p, 3, linkGbps)];
  let plan: FatTree | NoFatTree = fewest[0]!();
  for (let i = 1; !plan.fits && i < fewest.length; i++) plan = fewest[i]!();
  return plan;
}
