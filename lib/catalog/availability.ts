import { FamilyFiles, familyOf } from "./family-files";
import type { Sourced } from "./types";

/** Where instance types of a family are sold. */
export interface Availability extends Sourced {
  readonly family: string;
  readonly types: readonly string[];
  readonly regions: readonly string[];
  /** Zone IDs (`use2-az1`, the same in every account) that sell accelerated types, Local Zones apart; null for other types. */
  readonly zoneIds: readonly string[] | null;
}

const files = new FamilyFiles<Availability>("availability");
const added = new Map<string, Availability>();

/** Whether the sources cover a Region: of others the catalog does not know what they sell. Reads every family. */
function covers(region: string): boolean {
  return files.families().some((family) => files.rowsOf(family).some(({ regions }) => regions.includes(region)));
}

/** Where an instance type is sold; undefined where the catalog does not know. */
export function availability(instanceType: string): Availability | undefined {
  return (
    added.get(instanceType) ?? files.rowsOf(familyOf(instanceType)).find((row) => row.types.includes(instanceType))
  );
}

/**
 * Regions that sell the type, where the catalog knows that this region does not; undefined where the region sells it, or
 * where the catalog knows nothing of the type or the region.
 */
export function regionsInsteadOf(region: string, instanceType: string): readonly string[] | undefined {
  const row = availability(instanceType);
  if (row === undefined || row.regions.includes(region)) return undefined;
  return added.has(instanceType) || covers(region) ? row.regions : undefined;
}

/** Puts places of a user's own over those of the catalog. Only `extendCatalog` calls it. */
export function addAvailability(given: readonly Availability[]): void {
  for (const row of given) for (const type of row.types) added.set(type, row);
}
