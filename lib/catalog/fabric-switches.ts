import rows from "./data/fabric-switches.json";
import { NamedTable } from "./named-table";
import type { Sourced } from "./types";

/** A switch that fat-trees are built of. */
export interface FabricSwitchModel extends Sourced {
  readonly name: string;
  readonly fabric: "infiniband" | "ethernet";
  /** `EDR`, `HDR`, `NDR`, `XDR`, or the switch chip of Ethernet. */
  readonly generation: string;
  /** Ports at `linkGbps`. */
  readonly ports: number;
  readonly linkGbps: number;
  readonly rackUnits: number;
  /** Endpoints of a non-blocking fat-tree of two tiers. */
  readonly maxEndpointsTwoTiers: number;
  /** Draw, W; null where the vendor gives none that could be checked. */
  readonly typicalWatts: number | null;
  readonly maxWatts: number | null;
  /** Lanes of a port in SONiC, which names ports by their first lane: `Ethernet0`, `Ethernet8`. @default - SONiC's names are not known */
  readonly sonicLanesPerPort?: number;
}

const table = new NamedTable<FabricSwitchModel>("fabricSwitch", rows as readonly FabricSwitchModel[]);

/** All switches of the catalog. */
export function fabricSwitches(): readonly FabricSwitchModel[] {
  return table.rows;
}

/** SONiC's name of a switch's port, from 1: `Ethernet8` is port 2 of eight lanes each. Null where the switch's names are not known. */
export function sonicPort({ sonicLanesPerPort }: FabricSwitchModel, port: number): string | null {
  return sonicLanesPerPort === undefined ? null : `Ethernet${(port - 1) * sonicLanesPerPort}`;
}

/** A switch by its name: `QM9700`. @throws WarpformError for an unknown name */
export function fabricSwitch(name: string): FabricSwitchModel {
  return table.get(name);
}
