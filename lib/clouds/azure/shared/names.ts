import { AZURE_REGIONS, AZURE_REGIONS_WITHOUT_ZONES } from "../../../catalog/regions";

/** `eastus-1`: a Region and the number of one of its zones. */
const ZONE = /^([a-z]+\d?)-([123])$/;

/** Region of a zone, or of itself where it has no zones; undefined where it is no place that Azure has. */
export function regionOf(zone: string): string | undefined {
  if (AZURE_REGIONS_WITHOUT_ZONES.includes(zone)) return zone;
  const region = ZONE.exec(zone)?.[1];
  if (region === undefined || AZURE_REGIONS_WITHOUT_ZONES.includes(region)) return undefined;
  return AZURE_REGIONS.includes(region) ? region : undefined;
}

/**
 * What is wrong with a zone; undefined where nothing is. `prop` is what it was given as.
 */
export function zoneComplaint(prop: string, zone: string): string | undefined {
  if (regionOf(zone) !== undefined) return undefined;
  const region = ZONE.exec(zone)?.[1] ?? "";
  return AZURE_REGIONS_WITHOUT_ZONES.includes(region)
    ? `${prop} must be the Region alone where it has no availability zones, got "${zone}"; write "${region}"`
    : `${prop} must be a Region of Azure and a zone from 1 to 3, got "${zone}"; write one such as "eastus-1", or the Region alone where it has no availability zones, such as "westus"`;
}

/** Number of a zone, as resources take it; undefined in a Region without zones, where a resource with a zone is refused. */
export const zoneNumber = (zone: string): string | undefined => ZONE.exec(zone)?.[2];

/** The same for resources that take a list of zones. */
export function zonesOf(zone: string): string[] | undefined {
  const number = zoneNumber(zone);
  return number === undefined ? undefined : [number];
}

/** Names of clusters and parts: resources of every kind can be named by them. */
export const NAME_PATTERN = /^[a-z][a-z0-9-]{0,28}[a-z0-9]$/;

/** Id of the provider in a stack, which no part can have. */
export const PROVIDER_ID = "azurerm";
