import { z } from "zod";

/** A key of a map somewhere in a schema. */
export interface SchemaKey {
  /** Keys from the top, `[]` for an item of a list and `*` for a name that people choose. */
  readonly path: string;
  readonly schema: z.ZodType;
  readonly optional: boolean;
  readonly description: string | undefined;
}

/** Every key below a schema, of each member of a union. */
export function* eachKey(schema: z.core.$ZodType, path = ""): Generator<SchemaKey> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    yield* eachKey(schema.unwrap() as z.ZodType, path);
  else if (schema instanceof z.ZodArray) yield* eachKey(schema.element, `${path}[]`);
  else if (schema instanceof z.ZodRecord) yield* eachKey(schema.valueType, `${path}.*`);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* eachKey(option, path);
  else if (schema instanceof z.ZodObject) {
    for (const [key, value] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      const here = path === "" ? key : `${path}.${key}`;
      const inner = value instanceof z.ZodOptional ? (value.unwrap() as z.ZodType) : value;
      const description = value.description ?? inner.description;
      yield { path: here, schema: value, optional: value instanceof z.ZodOptional, description };
      yield* eachKey(value, here);
    }
  }
}
