import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { catalogJsonSchema } from "../../catalog/extend";
import { blueprintSchema } from "./aws/aws-blueprint";
import { ARCHITECTURES } from "./aws/schema-architecture";
import { azureBlueprintSchema } from "./azure/azure-blueprint";
import { nameDefinitions, withNames } from "./catalog-names";
import { CATALOG_TABLES } from "./schema-catalog";

type Json = Record<string, unknown>;

/** What a file may say by a schema, not what it is read as. */
const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" }) as Json;

/** The JSON Schema of the format, by which editors complete, explain and check a blueprint: parts have the keys of its cloud. */
export function blueprintJsonSchema(): object {
  const { $schema, ...rest } = jsonOf(blueprintSchema);
  const { properties } = rest as { properties: Json };
  const { description, ...architecture } = properties.architecture as Json;
  // Regions have networks of their own; the loader asks all others for one.
  (rest as Json).required = (rest.required as string[]).filter((key) => key !== "network");
  const catalog = properties.catalog as { properties: Record<string, Json> };
  for (const [key, table] of Object.entries(CATALOG_TABLES)) {
    const { items } = catalogJsonSchema(table);
    catalog.properties[key] = { description: catalog.properties[key]?.description, type: "array", items };
  }
  properties.architecture = { description, anyOf: [{ enum: ARCHITECTURES }, architecture] };
  return {
    $schema,
    $id: "https://unpkg.com/warpform/schema/blueprint.schema.json",
    title: "warpform blueprint",
    ...(withNames({ ...rest, ...byCloud(properties) }) as object),
    $defs: { ...(rest.$defs as object | undefined), ...nameDefinitions() },
  };
}

/** The keys of parts by the cloud that a blueprint names; those that Azure lacks are refused there. */
function byCloud(properties: Json): Json {
  const azure = jsonOf(azureBlueprintSchema) as { properties: Json; required: string[] };
  const theirs = Object.keys(azure.properties).filter(
    (key) => !OF_ALL_CLOUDS.has(key) && !isDeepStrictEqual(azure.properties[key], properties[key]),
  );
  const lacking = Object.keys(properties).filter((key) => !(key in azure.properties));
  const pick = (of: Json, keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, of[key]]));
  return {
    properties: {
      ...properties,
      ...Object.fromEntries(theirs.map((key) => [key, described(properties[key] as Json)])),
    },
    if: { properties: { cloud: { const: "azure" } }, required: ["cloud"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: { ...pick(azure.properties, theirs), ...Object.fromEntries(lacking.map((key) => [key, false])) },
      required: azure.required,
    },
    else: { properties: pick(properties, theirs) },
  };
}

/** Keys that say what a file is of: written once, for all clouds. */
const OF_ALL_CLOUDS: ReadonlySet<string> = new Set(["cloud", "architecture"]);

const described = ({ description }: Json): Json => ({ description });
