import { z } from "zod";
import type { Path } from "./reader/path";
import { type DefaultMetadata, defaultMetadata, type Place } from "./schema/key";

type Schema = z.core.$ZodType;
export type Tree = { readonly [key: string]: unknown };

/** The schema that a value is read by: of a union, the member that takes it. */
export function memberFor(schema: Schema, value: unknown): Schema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return memberFor(schema.unwrap() as Schema, value);
  if (!(schema instanceof z.ZodUnion)) return schema;
  const members = schema.options.filter((option) => z.safeParse(option, value).success);
  return members[0] ?? schema;
}

/** The keys of a map's schema; undefined where it is no such map. */
export function keysOf(schema: Schema): readonly (readonly [string, z.ZodType])[] | undefined {
  return schema instanceof z.ZodObject ? Object.entries(schema.shape as Record<string, z.ZodType>) : undefined;
}

/** The schema of the items of a list, or of the parts of a map whose keys people choose. */
export function itemOf(schema: Schema): Schema | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodRecord ? schema.valueType : undefined;
}

/** Whether nothing is to be added to what a key's value says. */
export function isAsGiven(schema: z.ZodType): boolean {
  const metadata = defaultMetadata.get(schema);
  return metadata !== undefined && metadata.kind !== "default" && metadata.asGiven === true;
}

/** What holds at a place for a key that is left out there; undefined where nothing can be written for it. */
export function impliedValue(metadata: DefaultMetadata | undefined, place: Place): unknown {
  if (metadata?.kind === "default") return metadata.applies(place) ? metadata.value : undefined;
  return metadata?.kind === "derived" ? (metadata.value(place) ?? undefined) : undefined;
}

/** A value with everything that holds in it where nothing is said; `root` is the blueprint and `path` the value's place in it. */
export function withDefaults(schema: Schema, value: unknown, root: Tree, path: Path = []): unknown {
  const member = memberFor(schema, value);
  const keys = keysOf(member);
  if (keys !== undefined) {
    const owner = value as Tree;
    const entries = keys.flatMap(([key, child]) => {
      const here = owner[key] ?? impliedValue(defaultMetadata.get(child), { root, owner, path });
      if (here === undefined) return [];
      return [[key, isAsGiven(child) ? here : withDefaults(child, here, root, [...path, key])] as const];
    });
    return Object.fromEntries(entries);
  }
  const item = itemOf(member);
  if (item === undefined) return value;
  if (Array.isArray(value)) return value.map((one, index) => withDefaults(item, one, root, [...path, index]));
  const parts = Object.entries(value as Tree);
  return Object.fromEntries(parts.map(([name, part]) => [name, withDefaults(item, part, root, [...path, name])]));
}
