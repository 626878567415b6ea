import { AZURE_REGIONS } from "../../../catalog/regions";

/** `eastus-1`: a Region and the number of one of its zones. */
const ZONE = /^([a-z]+\d?)-([123])$/;

/** Region of a zone; undefined where it is no zone of a Region that Azure has. */
export function regionOf(zone: string): string | undefined {
  const region = ZONE.exec(zone)?.[1];
  return region !== undefined && AZURE_REGIONS.includes(region) ? region : undefined;
}

/** Number of a zone, as resources take it. */
export const zoneNumber = (zone: string): string => ZONE.exec(zone)![2]!;

/** Names of clusters and parts: resources of every kind can be named by them. */
export const NAME_PATTERN = /^[a-z][a-z0-9-]{0,28}[a-z0-9]$/;

/** Id of the provider in a stack, which no part can have. */
export const PROVIDER_ID = "azurerm";
