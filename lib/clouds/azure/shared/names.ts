import { AZURE_REGIONS, AZURE_REGIONS_WITHOUT_ZONES } from "../../../catalog/regions";

/** `eastus-1`: a Region and the number of one of its zones. */
const ZONE = /^([a-z]+\d?)-([123])$/;

/** Region of a zone; undefined where it is no zone of a Region that Azure has. */
export function regionOf(zone: string): string | undefined {
  const region = ZONE.exec(zone)?.[1];
  return region !== undefined && AZURE_REGIONS.includes(region) ? region : undefined;
}

/**
 * What is wrong with a zone; undefined where nothing is. `prop` is what it was given as.
 */
export function zoneComplaint(prop: string, zone: string): string | undefined {
  const region = regionOf(zone);
  if (region === undefined)
    return `${prop} must be a Region of Azure and a zone from 1 to 3, got "${zone}"; write one such as "eastus-1"`;
  if (!AZURE_REGIONS_WITHOUT_ZONES.includes(region)) return undefined;
  return `${prop} must be in a Region with availability zones, got "${zone}", but ${region} has none; write one such as "eastus-1" (without zones: ${AZURE_REGIONS_WITHOUT_ZONES.join(", ")})`;
}

/** Number of a zone, as resources take it. */
export const zoneNumber = (zone: string): string => ZONE.exec(zone)![2]!;

/** Names of clusters and parts: resources of every kind can be named by them. */
export const NAME_PATTERN = /^[a-z][a-z0-9-]{0,28}[a-z0-9]$/;

/** Id of the provider in a stack, which no part can have. */
export const PROVIDER_ID = "azurerm";
