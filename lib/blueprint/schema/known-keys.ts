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
  /** The other kinds of the map there that have a key. */
  readonly kinds: (path: Path, key: string) => readonly string[];
  /** The value that holds where the key is left out; undefined where no value says the same. */
  readonly otherwise: (path: Path) => unknown;
}

/** What a schema says of paths, of whose parts the first `above` are not the schema's. */
export function knownAt(schema: z.ZodType, data: unknown, above = 0): KnownAt {
  return {
    keys: (path) => knownKeys(schema, path.slice(above), data),
    kinds: (path, key) => kindsWithKey(schema, path.slice(above), data, key),
    otherwise(path) {
      const [end] = schemaAt(schema, path.slice(above), data);
      return end instanceof z.ZodType ? end.meta()?.default : undefined;
    },
  };
}

/** The kinds that have a key which the kind that the data chose at a path has not. */
function kindsWithKey(schema: z.ZodType, path: Path, data: unknown, key: string): readonly string[] {
  const [here, value] = schemaAt(schema, path, data);
  const union = bare(here);
  if (!(union instanceof z.ZodDiscriminatedUnion) || memberByKeys(union, value) === undefined) return [];
  return union.options.flatMap((option) =>
    option instanceof z.ZodObject && key in option.shape ? kindOf(option) : [],
  );
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

/** The schema below what makes it optional. */
const bare = (schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? bare(schema.unwrap() as z.ZodType) : schema;

function kindOf(option: z.core.$ZodType): string[] {
  const literal = option instanceof z.ZodObject ? (option.shape as Record<string, unknown>).kind : undefined;
  return literal instanceof z.ZodLiteral ? [String(literal.value)] : [];
}

/** The schema itself below what makes it optional; of a union, the member that the data chose. */
export function memberByKeys(given: z.core.$ZodType | undefined, value: unknown): z.core.$ZodType | undefined {
  const schema = bare(given);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const kind = (value as { kind?: unknown } | undefined)?.kind;
    return schema.options.find((option) => kindOf(option).some((name) => name === kind));
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
