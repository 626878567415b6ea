import { AWS_REGIONS, azureZoneOf } from "../../catalog/regions";
import { factsNamed } from "../../review/clouds/list";
import { ENGINES, type INIT_CLOUDS, KINDS } from "../projects/choices";
import { azureBuckets, azureChoices } from "./azure-choices";

export type InitCloud = (typeof INIT_CLOUDS)[number];

/** Where a cluster can be, with what can be written for it there. */
interface Place {
  readonly kinds: readonly string[];
  readonly engines: readonly string[];
  /** Region that stands for an empty answer. */
  readonly region: string;
  readonly regions: () => readonly string[];
  /** What a text that is no Region of it is told, and what to write instead. */
  readonly words: { readonly noRegion: string; readonly example: string };
  /** A zone, of a Region or a zone. */
  readonly zoneOf: (region: string) => string;
  /** The Region, of a Region or a zone. */
  readonly regionOf: (zone: string) => string;
  readonly sells: (instanceType: string) => boolean;
  /** What a blueprint has besides what every cloud's has. */
  readonly blueprint?: {
    readonly head: string;
    readonly parts: (name: string) => string;
    readonly choices: (name: string, scheduler: string | undefined) => object;
  };
}

const NAMED_BY_AZURE = /^Standard_/;

export const PLACES = {
  aws: {
    kinds: KINDS,
    engines: ENGINES,
    region: "us-east-2",
    regions: () => AWS_REGIONS,
    words: { noRegion: "is not an AWS Region or Availability Zone", example: "us-east-2" },
    zoneOf: (region) => (/\d$/.test(region) ? `${region}a` : region),
    regionOf: (zone) => zone.replace(/[a-z]$/, ""),
    sells: (type) => !NAMED_BY_AZURE.test(type),
  },
  azure: {
    kinds: KINDS,
    engines: ["yaml"],
    region: "eastus",
    regions: () => factsNamed("azure")!.regions,
    words: { noRegion: "is not a region or zone of Azure", example: "eastus or eastus-1" },
    zoneOf: (region) => (/-\d$/.test(region) ? region : azureZoneOf(region)),
    regionOf: (zone) => zone.replace(/-\d$/, ""),
    sells: (type) => NAMED_BY_AZURE.test(type),
    blueprint: { head: "cloud: azure\n", parts: azureBuckets, choices: azureChoices },
  },
  kubernetes: {
    kinds: ["training"],
    engines: ["yaml"],
    region: "",
    regions: () => [],
    words: { noRegion: "", example: "" },
    zoneOf: () => "",
    regionOf: () => "",
    sells: () => true,
  },
} as const satisfies Record<InitCloud, Place>;

/** What can be written for a cluster there. */
export const placeOf = (cloud: InitCloud): Place => PLACES[cloud];
