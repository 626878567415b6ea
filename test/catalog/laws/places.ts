import type { Availability } from "../../../lib/catalog/availability";
import type { InstancePriceRow } from "../../../lib/catalog/prices";
import { AWS_REGIONS, AZURE_REGIONS } from "../../../lib/catalog/regions";
import { each, type Law } from "./tables";

const DIRECTIONS: Readonly<Record<string, string>> = {
  north: "n",
  south: "s",
  east: "e",
  west: "w",
  central: "c",
  northeast: "ne",
  southeast: "se",
};

/** What zone IDs of a Region begin with: `use2` for us-east-2, `usgw1` for us-gov-west-1. */
function zonePrefix(region: string): string {
  const [place, ...rest] = region.split("-");
  const number = rest.pop();
  return [place, ...rest.map((word) => DIRECTIONS[word] ?? word[0])].join("") + number;
}

const known = new Set(AWS_REGIONS);
const ofAzure = new Set(AZURE_REGIONS);
const family = ({ family: name, types }: Availability) => `${name} ${types[0]}`;

export const placeLaws: readonly Law[] = [
  each(
    "availability",
    "are in Regions that exist",
    ({ regions }) => regions.length > 0 && regions.every((region) => known.has(region)),
    family,
  ),
  each(
    "availability",
    "are in zones of their Regions",
    ({ regions, zoneIds }) => {
      const prefixes = new Set(regions.map(zonePrefix));
      return (zoneIds ?? []).every((zone) => prefixes.has(zone.split("-az")[0]!));
    },
    family,
  ),
  each(
    "instance-prices",
    "are of Regions that exist",
    ({ usdPerHour }) => Object.keys(usdPerHour).every((region) => known.has(region)),
    ({ instanceType, purchase }: InstancePriceRow) => `${instanceType} ${purchase}`,
  ),
  each(
    "service-prices",
    "are of Regions that exist",
    ({ item, usd }) => Object.keys(usd).every((region) => (item.startsWith("azure-") ? ofAzure : known).has(region)),
    ({ item }) => item,
  ),
];
