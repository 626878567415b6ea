import { z } from "zod";
import type { Path } from "../reader/path";

/** The keys that a schema knows at a path, for "did you mean"; of a union, those of the member that the data chose. */
export function knownKeys(schema: z.ZodType, path: Path, data: unknown): readonly string[] {
  const end = memberByKeys(...schemaAt(schema, path, data));
  return end instanceof z.ZodObject ? Object.keys(end.shape) : [];
}

/** What a schema says of a path, for messages. */
export interface KnownAt {
  /** The keys there. */
  readonly keys: (path: Path) => readonly string[];
  /** The value that holds where the key is left out; undefined where no value says the same. */
  readonly otherwise: (path: Path) => unknown;
}

/** What a schema says of paths, of whose parts the first `above` are not the schema's. */
export function knownAt(schema: z.ZodType, data: unknown, above = 0): KnownAt {
  return {
    keys: (path) => knownKeys(schema, path.slice(above), data),
    otherwise(path) {
      const [end] = schemaAt(schema, path.slice(above), data);
      return end instanceof z.ZodType ? end.meta()?.default : undefined;
    },
  };
}

/** The schema and the value at a path. */
function schemaAt(schema: z.ZodType, path: Path, data: unknown): [z.core.$ZodType | undefined, unknown] {
  let here: z.core.$ZodType | undefined = schema;
  let value: unknown = data;
  for (const part of path) {
    here = child(memberByKeys(here, value), part);
    value = typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[part] : undefined;
  }
  return [here, value];
}

/** The schema itself below what makes it optional; of a union, the member that the data chose. */
export function memberByKeys(schema: z.core.$ZodType | undefined, value: unknown): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return memberByKeys(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const kind = (value as { kind?: unknown } | undefined)?.kind;
    return schema.options.find((option) => {
      const literal = option instanceof z.ZodObject ? (option.shape as Record<string, unknown>).kind : undefined;
      return literal instanceof z.ZodLiteral && literal.value === kind;
    });
  }
  if (schema instanceof z.ZodUnion && typeof value === "object") {
    const unknown = (option: z.ZodObject) => Object.keys(value ?? {}).filter((key) => !(key in option.shape)).length;
    const maps = schema.options.filter((option): option is z.ZodObject => option instanceof z.ZodObject);
    return maps.sort((a, b) => unknown(a) - unknown(b))[0];
  }
  return schema;
}

/** The schema of what stands at a key or an index. */
export function child(schema: z.core.$ZodType | undefined, part: string | number): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<string, z.ZodType>)[part];
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (schema instanceof z.ZodArray) return schema.element;
  return undefined;
}
