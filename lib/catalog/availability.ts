import { familyOf } from "./family-files";
import type { Sourced } from "./types";

/** Where instance types of a family are sold. */
export interface Availability extends Sourced {
  readonly family: string;
  readonly types: readonly string[];
  readonly regions: readonly string[];
  /** Zone IDs (`use2-az1`, the same in every account) that sell accelerated types, Local Zones apart; null for other types. */
  readonly zoneIds: readonly string[] | null;
}

interface Table {
  readonly byFamily: ReadonlyMap<string, readonly Availability[]>;
  /** Regions that the sources cover: of others the catalog does not know what they sell. */
  readonly regions: ReadonlySet<string>;
}

let table: Table | undefined;
const added = new Map<string, Availability>();

/** Read on first use. */
function known(): Table {
  if (table !== undefined) return table;
  const rows = require("./data/availability.json") as readonly Availability[];
  const byFamily = new Map<string, Availability[]>();
  for (const row of rows) byFamily.set(row.family, [...(byFamily.get(row.family) ?? []), row]);
  table = { byFamily, regions: new Set(rows.flatMap((row) => row.regions)) };
  return table;
}

/** Where an instance type is sold; undefined where the catalog does not know. */
export function availability(instanceType: string): Availability | undefined {
  return (
    added.get(instanceType) ??
    known()
      .byFamily.get(familyOf(instanceType))
      ?.find((row) => row.types.includes(instanceType))
  );
}

/**
 * Regions that sell the type, where the catalog knows that this region does not; undefined where the region sells it, or
 * where the catalog knows nothing of the type or the region.
 */
export function regionsInsteadOf(region: string, instanceType: string): readonly string[] | undefined {
  const row = availability(instanceType);
  if (row === undefined || row.regions.includes(region)) return undefined;
  return added.has(instanceType) || known().regions.has(region) ? row.regions : undefined;
}

/** Puts places of a user's own over those of the catalog. Only `extendCatalog` calls it. */
export function addAvailability(given: readonly Availability[]): void {
  for (const row of given) for (const type of row.types) added.set(type, row);
}
