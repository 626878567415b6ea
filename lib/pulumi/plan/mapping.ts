import { CLOUD_PROVIDERS } from "../clouds/providers";
import type { CloudProvider, MappingRow } from "./kinds";

const tableOf = ({ mapping }: CloudProvider, mode: "managed" | "data") =>
  mapping[mode === "managed" ? "resources" : "data"];

/** Packages, with versions, that the mapping was read from. */
export const MAPPING_SOURCE: string = CLOUD_PROVIDERS.map(({ mapping }) => mapping.source).join(", ");

/** The provider of a cloud by its name in Terraform, or by the name of a type of its. */
export const cloudProvider = (type: string): CloudProvider | undefined =>
  CLOUD_PROVIDERS.find(({ name }) => name === type.split("_")[0]);

/** Row of a Terraform type; undefined where its package has none, or where nothing here declares it. */
export function mappingOf(mode: "managed" | "data", type: string): MappingRow | undefined {
  const provider = cloudProvider(type);
  return provider && tableOf(provider, mode)[type];
}

/** Terraform types that can be translated. */
export function mappedTypes(mode: "managed" | "data"): string[] {
  return CLOUD_PROVIDERS.flatMap((provider) => Object.keys(tableOf(provider, mode)));
}
