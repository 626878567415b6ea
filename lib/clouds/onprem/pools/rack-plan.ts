import type { Place, Rack, Site } from "../shared/on-prem-definition";

/** A device to place. */
export interface Device {
  readonly name: string;
  readonly what: string;
  readonly units: number;
  /** Nameplate; null where none is published. */
  readonly watts: number | null;
  /** Devices of a group share a rack: the trays of one NVLink domain. */
  readonly group?: string;
}

interface OpenRack {
  readonly contents: { name: string; what: string; unit: number; units: number }[];
  nextUnit: number;
  watts: number;
  unknownPower: number;
}

const opened = (): OpenRack => ({ contents: [], nextUnit: 1, watts: 0, unknownPower: 0 });

/** Fills racks from the bottom up, in order, as far as height, power and cooling reach. A device that fits no rack stands alone. */
function fill(devices: readonly Device[], site: Site): OpenRack[] {
  const watts = Math.min(site.rackKilowatts, site.rackCoolingKilowatts) * 1000;
  const racks: OpenRack[] = [];
  let group: string | undefined;
  for (const device of devices) {
    let rack = racks.at(-1);
    const fits =
      rack !== undefined &&
      rack.nextUnit + device.units - 1 <= site.rackUnits &&
      rack.watts + (device.watts ?? 0) <= watts &&
      group === device.group;
    if (!fits) {
      rack = opened();
      racks.push(rack);
    }
    group = device.group;
    rack!.contents.push({ name: device.name, what: device.what, unit: rack!.nextUnit, units: device.units });
    rack!.nextUnit += device.units;
    rack!.watts += device.watts ?? 0;
    rack!.unknownPower += device.watts === null ? 1 : 0;
  }
  return racks;
}

/** What one purchase brings. */
export interface Purchase {
  readonly nodes: readonly Device[];
  readonly network: readonly Device[];
}

/**
 * Racks in the order of the floor: nodes at both sides of the network racks, so that cables are short; each purchase behind the one before, so
 * that no device is moved.
 */
export function planRacks(site: Site, purchases: readonly Purchase[]): readonly Rack[] {
  const all = purchases.flatMap(({ nodes, network }, purchase) => {
    const nodeRacks = fill(nodes, site);
    const half = Math.ceil(nodeRacks.length / 2);
    const racks = [...nodeRacks.slice(0, half), ...fill(network, site), ...nodeRacks.slice(half)];
    return racks.map((rack) => ({ ...rack, purchase }));
  });
  const width = String(all.length).length;
  return all.map(({ contents, watts, unknownPower, purchase }, index) => ({
    name: `rack${String(index + 1).padStart(Math.max(2, width), "0")}`,
    row: Math.floor(index / site.racksPerRow) + 1,
    position: (index % site.racksPerRow) + 1,
    purchase,
    contents,
    watts,
    unknownPower,
  }));
}

/** Where each device is. */
export function placesOf(racks: readonly Rack[]): ReadonlyMap<string, Place> {
  return new Map(racks.flatMap(({ name: rack, contents }) => contents.map(({ name, unit }) => [name, { rack, unit }])));
}
