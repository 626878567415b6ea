import { azureZoneOf } from "../catalog/regions";
import { NAME_PATTERN as AWS_NAME, PROVIDER_ID as AWS_PROVIDER, regionOf as awsRegion } from "./aws/shared/names";
import {
  NAME_PATTERN as AZURE_NAME,
  PROVIDER_ID as AZURE_PROVIDER,
  regionOf as azureRegion,
} from "./azure/shared/names";
import type { BuiltCloud } from "./by-name";

/** What names of parts must look like in a cloud, and which one its provider has in a stack. */
export interface CloudNames {
  readonly pattern: RegExp;
  /** Most characters. */
  readonly most: number;
  readonly provider: string;
  /** Region of a zone; undefined where it is no zone's name. */
  regionOf(zone: string): string | undefined;
  /** Zones to check the rest of a cluster in while its own zone is wrong: the likeliest, then one that exists. */
  zonesInstead(zone: string): readonly string[];
  /** Type of nodes to check who starts them with, while that of their own pool is wrong or there is no such pool. */
  readonly typeInstead: string;
}

/** `us-east-2z9` most likely meant another zone of us-east-2. */
function awsZones(zone: string): readonly string[] {
  const [region] = /^[a-z]{2}(?:-[a-z]+)+-\d+/.exec(zone) ?? [];
  return [...(region === undefined ? [] : [`${region}a`]), "us-east-1a"];
}

/** `eastus-9` most likely meant another zone of eastus. */
function azureZones(zone: string): readonly string[] {
  const [region] = /^[a-z]+\d*/.exec(zone) ?? [];
  return [...(region === undefined ? [] : [azureZoneOf(region)]), "eastus-1"];
}

/** Of each cloud that a blueprint can be built in; apart from its constructs, which take a while to load. */
export const CLOUD_NAMES: Readonly<Record<BuiltCloud, CloudNames>> = {
  aws: {
    pattern: AWS_NAME,
    most: 40,
    provider: AWS_PROVIDER,
    regionOf: awsRegion,
    zonesInstead: awsZones,
    typeInstead: "g6e.xlarge",
  },
  azure: {
    pattern: AZURE_NAME,
    most: 30,
    provider: AZURE_PROVIDER,
    regionOf: azureRegion,
    zonesInstead: azureZones,
    typeInstead: "Standard_NC40ads_H100_v5",
  },
};
