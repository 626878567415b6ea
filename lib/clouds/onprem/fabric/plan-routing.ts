import { type FabricSwitchModel, sonicPort } from "../../../catalog/fabric-switches";
import type { Problems } from "../../../errors";
import type { FabricSwitch, Wiring } from "../../../sizing/fabric/fat-tree-wiring";
import { addressCount, type Cidr, formatCidr, overlaps, parseCidr } from "../../../units/cidr";
import { dotted } from "../network/address-plan";
import type { AddressPlanOptions, OnPremRoutingOptions } from "../shared/on-prem-cluster-props";
import type { OnPremFabric, OnPremRouting, PlannedCable, RailLink, RoutedSwitch } from "../shared/on-prem-definition";

/** Autonomous systems that are kept for cores and pods, before those of the leaves. */
const ASNS_ABOVE_LEAVES = 10_000;

/** Smallest power of two that `count` addresses fit into. */
const block = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, count)));

/** Cores are one autonomous system, spines of a pod one, each leaf one: a route never comes back down to where it came from (RFC 7938). */
function asnOf({ tier, plane, group, name }: FabricSwitch, first: number): number {
  if (tier === "core") return first;
  if (tier === "spine") return first + 1 + (plane - 1) * 512 + group;
  return first + ASNS_ABOVE_LEAVES + Number(name.replace(/^\D+/, ""));
}

interface Plan {
  readonly cidr: Cidr;
  /** Addresses of a rail. */
  readonly railSize: number;
  readonly loopbacksAt: number;
}

/** The range, cut into one block a rail and one for the switches; problems where it is too small or somebody else's. */
function rangeOf(
  problems: Problems,
  network: AddressPlanOptions,
  given: string,
  { nodes, rails, switches }: { readonly nodes: number; readonly rails: number; readonly switches: number },
): Plan | undefined {
  const at = "fabric.routing.cidr";
  const cidr = parseCidr(given);
  if (cidr === undefined) {
    const message = `${at} must be an IPv4 range without bits behind its prefix, got ${given}; use one such as 10.64.0.0/14`;
    problems.add("malformed", at, message);
    return undefined;
  }
  for (const name of ["nodeCidr", "bmcCidr", "serviceCidr"] as const) {
    const other = parseCidr(network[name] ?? "");
    if (other === undefined || !overlaps(cidr, other)) continue;
    const message = `${at} must not overlap network.${name}, got ${given} and ${network[name]}; use a separate range`;
    problems.add("conflict", at, message);
  }
  const railSize = block(2 * nodes);
  const loopbacksAt = rails * railSize;
  const needed = block(loopbacksAt + block(switches));
  if (addressCount(cidr) >= needed) return { cidr, railSize, loopbacksAt };
  const prefix = 32 - Math.log2(needed);
  const message = `${at} must have room for ${rails} rails of ${nodes} nodes and ${switches} switches, got /${cidr.prefix}; use a /${prefix} or larger`;
  problems.add("out-of-range", at, message);
  return undefined;
}

function checkSwitch(problems: Problems, model: FabricSwitchModel): boolean {
  if (model.fabric === "infiniband") {
    const message = `fabric.routing is of Ethernet, and ${model.name} is InfiniBand, which its subnet manager routes; leave it out`;
    problems.add("conflict", "fabric.routing", message);
    return false;
  }
  if (model.sonicLanesPerPort !== undefined) return true;
  const message = `fabric.routing needs a switch whose port names in SONiC are in the catalog, got ${model.name}; leave it out, and configure the switches from fabric/cables.csv`;
  problems.add("conflict", "fabric.routing", message);
  return false;
}

function routedSwitches(
  switches: OnPremFabric["switches"],
  cables: readonly PlannedCable[],
  model: FabricSwitchModel,
  { firstAsn, loopbackOf }: { readonly firstAsn: number; loopbackOf(name: string): string },
): RoutedSwitch[] {
  const links = cables.filter(({ kind }) => kind !== "node-leaf");
  return switches.map(({ name, planned }) => ({
    name,
    asn: asnOf(planned, firstAsn),
    loopback: loopbackOf(name),
    uplinks: links
      .flatMap(({ from, to }) => [
        { own: from, other: to },
        { own: to, other: from },
      ])
      .filter(({ own }) => own.device === name)
      .sort((a, b) => a.own.port - b.own.port)
      .map(({ own, other }) => ({
        port: sonicPort(model, own.port)!,
        to: `${other.device}:${sonicPort(model, other.port)}`,
      })),
  }));
}

/**
 * Addresses and autonomous systems of an Ethernet fabric: each rail a range, each port of a node a subnet of two addresses in it, each switch a
 * loopback. Null where they cannot be planned, which is then a problem.
 */
export function planRouting(
  problems: Problems,
  { network, routing }: { readonly network: AddressPlanOptions; readonly routing: Required<OnPremRoutingOptions> },
  fabric: Pick<OnPremFabric, "model" | "tree" | "switches" | "cables">,
  whole: Wiring,
  gbpsOf: (node: string) => number | undefined,
): OnPremRouting | null {
  const { model, tree, switches, cables } = fabric;
  if (!checkSwitch(problems, model)) return null;
  const rails = tree.props.railsPerNode;
  const plan = rangeOf(problems, network, routing.cidr, {
    nodes: whole.nodes.length,
    rails,
    switches: whole.switches.length,
  });
  if (plan === undefined) return null;
  const { cidr, railSize, loopbacksAt } = plan;
  // Addresses are those of all nodes and switches that come: a later purchase changes none.
  const order = new Map(whole.nodes.map((name, index) => [name, index]));
  const seats = new Map(whole.switches.map(({ name }, index) => [name, index]));
  const railPrefix = 32 - Math.log2(railSize);
  const linkOf = ({ from, to }: PlannedCable): RailLink => {
    const leafSide = cidr.base + (from.port - 1) * railSize + 2 * order.get(from.device)!;
    return {
      node: from.device,
      rail: from.port,
      hca: from.portName,
      address: dotted(leafSide + 1),
      gateway: dotted(leafSide),
      leaf: to.device,
      leafPort: sonicPort(model, to.port)!,
      gbps: gbpsOf(from.device)!,
    };
  };
  return {
    cidr: formatCidr(cidr),
    railCidrs: Array.from({ length: rails }, (_, rail) =>
      formatCidr({ base: cidr.base + rail * railSize, prefix: railPrefix }),
    ),
    // Between switches as fast as the fastest node.
    linkGbps: Math.max(...whole.nodes.flatMap((name) => gbpsOf(name) ?? [])),
    switches: routedSwitches(switches, cables, model, {
      firstAsn: routing.firstAsn,
      loopbackOf: (name) => dotted(cidr.base + loopbacksAt + seats.get(name)!),
    }),
    rails: cables.filter(({ kind, from }) => kind === "node-leaf" && order.has(from.device)).map(linkOf),
  };
}
