import { z } from "zod";
import type { NumberRule } from "../../sizing/inputs/check-number";
import type { Path } from "../reader/path";

type Tree = { readonly [key: string]: unknown };

/** A place in a blueprint where a key is left out. */
export interface Place {
  /** The whole blueprint, not yet checked further than by its schema. */
  readonly root: Tree;
  /** The map that the key would stand in. */
  readonly owner: Tree;
  /** Path of that map. */
  readonly path: Path;
}

/** What holds where a key is left out: one value, one that follows from the rest by a rule, or no value at all. */
export type DefaultMetadata =
  | { readonly kind: "default"; readonly value: unknown; readonly applies: Applies }
  | {
      readonly kind: "derived";
      readonly rule: string;
      readonly value: (place: Place) => unknown;
      /** The rule with its figures at a place. */
      readonly why: (place: Place) => string | undefined;
      readonly asGiven: boolean;
    }
  | { readonly kind: "none"; readonly means: string; readonly applies: Applies; readonly asGiven?: boolean };

/** Whether a key has a meaning at a place. */
export type Applies = (place: Place) => boolean;

/** Everywhere. */
export const always: Applies = () => true;

/** What holds for each optional key of the format; `warpform expand` writes it down. */
export const defaultMetadata = z.registry<DefaultMetadata>();

/** A key that has `value` where it is left out. */
export function fallback<T extends z.ZodType>(
  schema: T,
  value: z.output<T>,
  is: string,
  applies = always,
): z.ZodOptional<T> {
  return withDefaultMetadata(
    schema.optional().meta({ description: `${is}; default ${shown(value)}`, default: value }),
    {
      kind: "default",
      value,
      applies,
    },
  );
}

/**
 * A key whose value follows from the rest by `rule` where it is left out; undefined where no value says the same, null where the
 * key has no meaning.
 */
export function derived<T extends z.ZodType>(
  schema: T,
  is: string,
  rule: string,
  value: (place: Place) => z.output<T> | null | undefined,
  why: (place: Place) => string | undefined = () => undefined,
  asGiven = false,
): z.ZodOptional<T> {
  return withDefaultMetadata(schema.optional().describe(`${is}; default: ${rule}`), {
    kind: "derived",
    rule,
    value,
    why,
    asGiven,
  });
}

/** A key without which something is so as no value of it says. */
export function unset<T extends z.ZodType>(schema: T, is: string, means: string, applies = always): z.ZodOptional<T> {
  return withDefaultMetadata(schema.optional().describe(`${is}; default: ${means}`), { kind: "none", means, applies });
}

/** A part of which only what is given counts: what it does not say is not the construct's default, but decided above it. */
export function asGiven<T extends z.ZodType>(schema: T, means: string): z.ZodOptional<T> {
  const optional = schema.optional().describe(`${schema.description}; default: ${means}`);
  return withDefaultMetadata(optional, { kind: "none", means, applies: always, asGiven: true });
}

/** A part that need not be there, described by its own schema. */
export function section<T extends z.ZodType>(schema: T, means: string, applies = always): z.ZodOptional<T> {
  return withDefaultMetadata(schema.optional().describe(schema.description ?? ""), { kind: "none", means, applies });
}

/** A key with what holds where it is left out. */
export function withDefaultMetadata<T extends z.ZodType>(schema: T, metadata: DefaultMetadata): T {
  defaultMetadata.add(schema, metadata);
  return schema;
}

/** A value in the words of a description. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(shown).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value);
  return entries.length === 0 ? "none" : entries.map(([key, part]) => `${key} ${shown(part)}`).join(", ");
}

/** A number as the review of the workload takes it, so that what it would refuse is refused with its line. */
export function num(rule: NumberRule): z.ZodNumber {
  const { min, max, above, whole } = rule;
  const kind = whole ? z.number().int() : z.number();
  const least = min === undefined ? kind : kind.min(min);
  const positive = above === undefined ? least : least.gt(above);
  return max === undefined ? positive : positive.max(max);
}

/** A schema by the name of what it reads: editors and the API report then show the name, not all of its keys. */
export const named = <T>(schema: z.ZodType<T>): z.ZodType<T> => schema;
