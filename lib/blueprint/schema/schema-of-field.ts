import { z } from "zod";
import type { AnyField, FieldKind } from "../../props/field";
import { catalogName } from "./catalog-names";
import { strictObject } from "./strict-object";

/** How the parts of a field are made keys; `at` is its path in the table. */
type KeysAt = (fields: NonNullable<AnyField["fields"]>, at: string) => z.core.$ZodShape;

/**
 * What a key of a blueprint takes, by the field of its prop. Kinds and closed lists alone are checked here: ranges and forms are
 * checked by the construct, with all else that is wrong with its props, and are told to editors.
 */
export function schemaOfField(field: AnyField, at: string, keysAt: KeysAt): z.ZodType {
  const inner = (one: AnyField, mark: string) => schemaOfField(one, `${at}${mark}`, keysAt);
  const schemas: Readonly<Record<Exclude<FieldKind, "construct">, () => z.ZodType>> = {
    text: () => (field.catalog === undefined ? z.string() : catalogName(...field.catalog)),
    number: () => ranged(z.number(), field),
    whole: () => ranged(z.number().int(), field),
    boolean: () => z.boolean(),
    "one-of": () => oneOf(field.values!),
    setting: () => z.union(field.types!.map((type) => z[type]())),
    list: () => counted(z.array(inner(field.each!, "[]")), field),
    map: () => z.record(z.string(), inner(field.each!, ".*")),
    part: () => strictObject(() => keysAt(field.fields!, at)),
    either: () => z.union([z.literal(field.values![0]!), inner(field.other!, "")]),
  };
  if (field.kind === "construct") throw new Error(`${at} is ${field.words}: a blueprint says it by its own key`);
  return schemas[field.kind]();
}

function oneOf(values: NonNullable<AnyField["values"]>): z.ZodType {
  return values.every((value) => typeof value === "string") ? z.enum(values) : z.literal([...values]);
}

/** A range for editors; zod's own for whole numbers says nothing. */
function ranged(schema: z.ZodNumber, { min, max, above, below }: AnyField): z.ZodType {
  const range = {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(below === undefined ? {} : { exclusiveMaximum: below }),
  };
  return Object.keys(range).length === 0 ? schema : schema.meta(range);
}

function counted(schema: z.ZodArray, { least, most }: AnyField): z.ZodType {
  const count = {
    ...(least === undefined ? {} : { minItems: least }),
    ...(most === undefined ? {} : { maxItems: most }),
  };
  return Object.keys(count).length === 0 ? schema : schema.meta(count);
}
