import rows from "./data/node-power.json";
import type { Sourced } from "./types";

/** Power of a published system; cloud vendors publish none of their own. */
export interface NodePower extends Sourced {
  readonly name: string;
  /** Catalog name of its accelerator, and how many. */
  readonly accelerator: string;
  readonly accelerators: number;
  /** Most it draws, by its maker. */
  readonly nameplateWatts: number;
  /** Highest draw that somebody measured in training; null where nobody published one. */
  readonly measuredTrainingWatts: number | null;
}

/** All published systems. */
export function nodePowers(): readonly NodePower[] {
  return rows as readonly NodePower[];
}

/** The published system with these accelerators; undefined where there is none. */
export function nodePowerOf(accelerator: string, accelerators: number): NodePower | undefined {
  return nodePowers().find((row) => row.accelerator === accelerator && row.accelerators === accelerators);
}
