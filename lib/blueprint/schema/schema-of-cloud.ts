import type { z } from "zod";
import { BUILT_CLOUDS, type BuiltCloud, CLOUD_TITLES } from "../../clouds/by-name";
import { nearest } from "../../units/nearest";
import type { Path } from "../reader/path";
import { type Blueprint, blueprintSchema } from "./aws/aws-blueprint";
import { knownKeys } from "./known-keys";

/** What a blueprint is read by: assembling takes the parts of each cloud by the same names. */
type Schema = z.ZodType<Blueprint>;

/** Each is made when a blueprint of its cloud is read. */
const SCHEMAS: Readonly<Record<BuiltCloud, () => z.ZodType>> = {
  aws: () => blueprintSchema,
  azure: () => (require("./azure/azure-blueprint") as typeof import("./azure/azure-blueprint")).azureBlueprintSchema,
};

/** The cloud that data is for: of one that is not built in, what is likely to be meant, else the first. */
export function cloudOf(data: unknown): BuiltCloud {
  const { cloud } = (data ?? {}) as { readonly cloud?: unknown };
  const meant = typeof cloud === "string" ? nearest(cloud, BUILT_CLOUDS, 1)[0] : undefined;
  return BUILT_CLOUDS.find((name) => name === cloud) ?? BUILT_CLOUDS.find((name) => name === meant) ?? BUILT_CLOUDS[0];
}

/** The schema of the cloud that data names. */
export const schemaOf = (data: unknown): Schema => SCHEMAS[cloudOf(data)]() as Schema;

/** Title of the other cloud whose blueprints have a key; undefined where none has it. */
export function onlyIn(path: Path, key: string, data: unknown): string | undefined {
  const others = BUILT_CLOUDS.filter((name) => name !== cloudOf(data));
  const other = others.find((name) => knownKeys(SCHEMAS[name](), path, data).includes(key));
  return other && CLOUD_TITLES[other];
}
