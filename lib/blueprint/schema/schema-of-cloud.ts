import type { z } from "zod";
import { BUILT_CLOUDS, type BuiltCloud, CLOUD_TITLES } from "../../clouds/by-name";
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

/** The cloud that data is for, the first where it names none that is built in. */
export function cloudOf(data: unknown): BuiltCloud {
  const { cloud } = (data ?? {}) as { readonly cloud?: unknown };
  return BUILT_CLOUDS.find((name) => name === cloud) ?? BUILT_CLOUDS[0];
}

/** The schema of the cloud that data names. */
export const schemaOf = (data: unknown): Schema => SCHEMAS[cloudOf(data)]() as Schema;

/** Title of the other cloud whose blueprints have a key; undefined where none has it. */
export function onlyIn(path: Path, key: string, data: unknown): string | undefined {
  const others = BUILT_CLOUDS.filter((name) => name !== cloudOf(data));
  const other = others.find((name) => knownKeys(SCHEMAS[name](), path, data).includes(key));
  return other && CLOUD_TITLES[other];
}
