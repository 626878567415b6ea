import { type FabricSwitchModel, sonicPort } from "../../../catalog/fabric-switches";
import type { NodeType } from "../../../catalog/node-types";
import type { CableEnd, Wiring } from "../../../sizing/fabric/fat-tree-wiring";
import type { OnPremFabric, Place, PlannedEnd, Rack, Site } from "../shared/on-prem-definition";
import type { PlannedWiring } from "./plan-growth";

/** Lengths that patch cables are sold in, m; copper and fiber together. */
const SOLD_METERS = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 7, 10, 15, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300, 500];

/**
 * Reach of 400 Gb/s links of four 100G-PAM4 lanes, m: passive copper 3, linear active copper 5, multimode fiber 50, single-mode 500.
 * @see https://docs.nvidia.com/networking/display/400g100gpam4ovpub/linkx-100g-pam4-product-line-overview (2025-11-27) and
 *   https://docs.nvidia.com/networking/display/intrcnctcabreqndr400eth (2025-10-01)
 */
const REACH = [
  { medium: "passive copper (DAC)", meters: 3 },
  { medium: "active copper (ACC)", meters: 5 },
  { medium: "multimode fiber", meters: 50 },
  { medium: "single-mode fiber", meters: 500 },
];
const PAM4_100G = ["NDR", "Spectrum-4"];

/** Height of a rack unit, m (EIA-310). */
const UNIT_METERS = 0.04445;
/** From the top of a rack to the tray above it and back down, and slack at both ends, m. */
const TRAY_METERS = 0.5;
const SLACK_METERS = 1;

/** Length that a cable needs, m: within a rack along its side, else up to the tray, along rows and aisle, and down again. */
function metersBetween(site: Site, racks: ReadonlyMap<string, Rack>, a: Place, b: Place): number {
  if (a.rack === b.rack) return Math.abs(a.unit - b.unit) * UNIT_METERS + SLACK_METERS;
  const [from, to] = [racks.get(a.rack)!, racks.get(b.rack)!];
  const along = Math.abs(from.position - to.position) * site.rackWidthMeters;
  const across = Math.abs(from.row - to.row) * site.rowPitchMeters;
  const up = (place: Place) => (site.rackUnits - place.unit) * UNIT_METERS + TRAY_METERS;
  return along + across + up(a) + up(b) + SLACK_METERS;
}

function soldAs(meters: number): number {
  return SOLD_METERS.find((length) => length >= meters) ?? Math.ceil(meters / 100) * 100;
}

function mediumOf(model: FabricSwitchModel, meters: number): string | null {
  if (!PAM4_100G.includes(model.generation)) return null;
  return REACH.find((reach) => meters <= reach.meters)?.medium ?? null;
}

/** What cables are planned by. */
interface CablingSite {
  readonly site: Site;
  readonly model: FabricSwitchModel;
  readonly types: ReadonlyMap<string, NodeType>;
  /** Hosts at the first of the endpoints that are no nodes. */
  readonly subnetManagers: readonly string[];
}

/** A port of a switch, which one cable is at; cables of a kind have their own. */
const portOf = ({ name, port }: CableEnd, kind: string) => `${kind} ${name}:${port}`;

/** Numbers of labels, tier by tier, in the order of all cables that come: a later purchase renumbers none. */
function labelNumbers({ cables }: Wiring, hosts: ReadonlyMap<string, string | undefined>): ReadonlyMap<string, number> {
  const counts: Record<string, number> = {};
  return new Map(
    cables
      .filter(({ from }) => !hosts.has(from.name) || hosts.get(from.name) !== undefined)
      .map(({ kind, to }) => {
        counts[kind] = (counts[kind] ?? 0) + 1;
        return [portOf(to, kind), counts[kind]];
      }),
  );
}

/**
 * Every cable of the fabric with place, label, length and port of each end, and the leaf ports that are kept free. Labels are numbered
 * tier by tier.
 */
export function planCables(
  { whole, purchaseOf }: PlannedWiring,
  wiring: Wiring,
  places: ReadonlyMap<string, Place>,
  racks: readonly Rack[],
  { site, model, types, subnetManagers }: CablingSite,
): Pick<OnPremFabric, "cables" | "reserved"> {
  const byName = new Map(racks.map((rack) => [rack.name, rack]));
  const hosts = new Map(wiring.extras.map((name, index) => [name, subnetManagers[index]]));
  const switches = new Set(wiring.switches.map(({ name }) => name));
  const sonicName = (name: string, port: number) => (switches.has(name) ? sonicPort(model, port) : null);
  const endOf = ({ name, port }: CableEnd): PlannedEnd => ({
    device: name,
    port,
    portName: types.has(name) ? (types.get(name)!.fabric.devices?.[port - 1] ?? null) : sonicName(name, port),
    ...places.get(name)!,
  });
  const tiers = { "node-leaf": "N", "leaf-spine": "L", "spine-core": "S" } as const;
  const numbers = labelNumbers(whole, hosts);
  const reserved: { name: string; to: PlannedEnd }[] = [];
  const cables = wiring.cables.flatMap(({ kind, from, to }) => {
    const name = hosts.has(from.name) ? hosts.get(from.name) : from.name;
    const b = endOf(to);
    if (name === undefined) {
      reserved.push({ name: from.name, to: b });
      return [];
    }
    const a = endOf({ ...from, name });
    const meters = soldAs(metersBetween(site, byName, a, b));
    const label = `${tiers[kind]}${String(numbers.get(portOf(to, kind))).padStart(5, "0")}`;
    return [{ label, purchase: purchaseOf(to), kind, from: a, to: b, meters, medium: mediumOf(model, meters) }];
  });
  return { cables, reserved };
}
