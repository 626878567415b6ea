import { z } from "zod";
import { blueprintSchema } from "./schema";
import { ARCHITECTURES } from "./schema-architecture";

type Json = Record<string, unknown>;

/** The JSON Schema of the format, by which editors complete, explain and check a blueprint. */
export function blueprintJsonSchema(): object {
  // What a file may say, not what it is read as.
  const { $schema, ...rest } = z.toJSONSchema(blueprintSchema, { target: "draft-2020-12", io: "input" }) as Json;
  const { properties } = rest as { properties: Json };
  const { description, ...architecture } = properties.architecture as Json;
  // Regions have networks of their own; the loader asks all others for one.
  (rest as Json).required = (rest.required as string[]).filter((key) => key !== "network");
  properties.architecture = { description, anyOf: [{ enum: ARCHITECTURES }, architecture] };
  return {
    $schema,
    $id: "https://unpkg.com/warpform/schema/blueprint.schema.json",
    title: "warpform blueprint",
    ...rest,
  };
}
