import type { z } from "zod";
import type { AnyField, AnyTable, Field } from "../../props/field";
import { always, type Place, shown, withDefaultMetadata } from "./key";
import comments from "./prop-comments.json";
import { schemaOfField } from "./schema-of-field";

/** What is said of a prop where it is declared: what it is, and what holds where it is left out. */
interface Comment {
  readonly is: string;
  readonly otherwise?: string;
}

const COMMENTS: Readonly<Record<string, Comment>> = comments;

type Value<F> = F extends Field<infer T> ? T : never;
type Key<F> = F extends { readonly optional: true } ? z.ZodOptional<z.ZodType<Value<F>>> : z.ZodType<Value<F>>;

/** The keys of a blueprint that a table of props makes. */
export type KeysOf<Table, Without extends PropertyKey = never> = {
  -readonly [K in Exclude<keyof Table, Without>]: Key<Table[K]>;
};

interface KeyOptions<Table, Without extends keyof Table> {
  /** Props that a blueprint says by keys of its own, or that follow from its other parts. */
  readonly without?: readonly Without[];
  /** Values that follow from the rest of the blueprint: undefined where no value says the same, null where the key has no meaning. */
  readonly derived?: { readonly [K in keyof Table]?: (place: Place) => Value<Table[K]> | null | undefined };
  /** What holds where a key is left out, where a blueprint says it in other words than a program. */
  readonly otherwise?: { readonly [K in keyof Table]?: string };
  /** Where keys have a meaning: one rule for all, or rules by key. */
  readonly applies?: Applies | { readonly [K in keyof Table]?: Applies };
}

type Applies = (place: Place) => boolean;

/** The keys of a blueprint that say the props of a table, by the same names; `name` is what docs/props.md calls the table. */
export function keysOf<Table extends object, Without extends keyof Table = never>(
  name: string,
  table: Table,
  { without = [], derived = {}, otherwise = {}, applies = always }: KeyOptions<Table, Without> = {},
): KeysOf<Table, Without> {
  const values = derived as Readonly<Record<string, ((place: Place) => unknown) | undefined>>;
  const rules = applies as Applies | Readonly<Record<string, Applies | undefined>>;
  const appliesTo = (prop: string) => (typeof rules === "function" ? rules : (rules[prop] ?? always));
  const words = otherwise as Readonly<Record<string, string | undefined>>;
  const props = Object.entries(table as AnyTable).filter(([prop]) => !(without as readonly string[]).includes(prop));
  return Object.fromEntries(
    props.map(([prop, field]) => {
      const rules = { value: values[prop], words: words[prop], applies: appliesTo(prop) };
      return [prop, keyOf(field, `${name}.${prop}`, rules)];
    }),
  ) as KeysOf<Table, Without>;
}

interface Rules {
  readonly words?: string | undefined;
  readonly value: ((place: Place) => unknown) | undefined;
  readonly applies: Applies;
}

const fields = new WeakMap<z.ZodType, AnyField>();

/** The field of the prop that a key says; undefined for keys that are written by hand. */
export const fieldOf = (key: z.ZodType): AnyField | undefined => fields.get(key);

/** The key of one prop; what it is and what holds without it are the comment of the prop. */
function keyOf(field: AnyField, at: string, rules: Rules): z.ZodType {
  const key = schemaOfKey(field, at, rules);
  fields.set(key, field);
  return key;
}

function schemaOfKey(field: AnyField, at: string, { value, applies, words }: Rules): z.ZodType {
  const { is, otherwise: said = "none" } = COMMENTS[at] ?? { is: "" };
  const otherwise = words ?? said;
  const schema = schemaOfField(field, at, partsAt);
  if (!field.optional) return schema.describe(is);
  const { default: fallback } = field;
  const rule = fallback === undefined ? otherwise : shown(fallback);
  const told = {
    description: `${is} Default: ${rule}.`.trim(),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  const key = schema.optional().meta(told);
  if (value !== undefined) return withDefaultMetadata(key, { ...derivedBy(otherwise), value });
  if (fallback === undefined) return withDefaultMetadata(key, { kind: "none", means: otherwise, applies });
  return withDefaultMetadata(key, { kind: "default", value: fallback, applies });
}

const derivedBy = (rule: string) => ({ kind: "derived", rule, why: () => undefined, asGiven: false }) as const;

const WITHOUT_RULES: Rules = { value: undefined, applies: always };

/** Keys of an object within a table. */
function partsAt(fields: AnyTable, at: string): z.core.$ZodShape {
  return Object.fromEntries(
    Object.entries(fields).map(([prop, field]) => [prop, keyOf(field, `${at}.${prop}`, WITHOUT_RULES)]),
  );
}
