import { z } from "zod";
import { blueprintSchema } from "./schema";

/** The JSON Schema of the format, by which editors complete, explain and check a blueprint. */
export function blueprintJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(blueprintSchema, { target: "draft-2020-12" }) as Record<string, unknown>;
  return {
    $schema,
    $id: "https://unpkg.com/warpform/schema/blueprint.schema.json",
    title: "warpform blueprint",
    ...rest,
  };
}
