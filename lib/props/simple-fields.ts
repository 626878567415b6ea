import { nearest } from "../units/nearest";
import type { AnyField, CatalogNames, Field } from "./field";

interface TextOptions {
  /** Why it must be known at synth: "the region follows from it". @default - Terraform alone need know it */
  readonly known?: string;
  /** What the whole text must look like. */
  readonly like?: RegExp;
  /** That in words, with what stands before: `a DNS name`. */
  readonly words?: string;
  readonly example?: string;
  /** Whether it may be empty. */
  readonly empty?: boolean;
  /** Whether a wrong value may be a secret, which no message repeats. */
  readonly secret?: boolean;
  /** Names of the catalog that it is one of, for editors to complete. */
  readonly catalog?: readonly CatalogNames[];
}

/** Text, of a form where one is given; never empty unless told so. */
export function text({
  like,
  words = "text",
  example,
  empty = false,
  secret = false,
  known,
  catalog,
}: TextOptions = {}): Field<string, false> {
  const must = example === undefined ? words : `${words}, such as ${JSON.stringify(example)}`;
  return {
    kind: "text",
    words: must,
    optional: false,
    empty,
    ...(known === undefined ? {} : { known }),
    ...(catalog === undefined ? {} : { catalog }),
    check(value, at, notes) {
      if (notes.isLater(value)) {
        if (known !== undefined)
          notes.tooLate(at, known, `text${example === undefined ? "" : `, such as "${example}"`}`);
      } else if (typeof value !== "string")
        notes.kind(at, must, value, example === undefined && !secret ? quoted(value, like) : undefined);
      else if (like !== undefined ? like.test(value) : value.trim() !== "" || empty) return;
      else if (secret) notes.secret(at, must);
      else if (like === undefined) notes.none("malformed", at, `non-empty ${must}`, value);
      else notes.note("malformed", at, must, value);
    },
  };
}

/** A number or boolean as the text that it may be meant for: of a fraction nobody knows the last digits (`1.30`). */
function quoted(value: unknown, like: RegExp | undefined): string | undefined {
  const meant = Number.isSafeInteger(value) || typeof value === "boolean" ? String(value) : undefined;
  return meant === undefined || like?.test(meant) === false ? undefined : `"${meant}"`;
}

interface NumberOptions {
  readonly min?: number;
  readonly max?: number;
  /** What it must be more than, where that itself is not allowed. */
  readonly above?: number;
  /** What it must be less than. */
  readonly below?: number;
  readonly unit?: string;
  /** Whether a check of what goes together, which knows the exact range, says it in place of this one: every value has these bounds. */
  readonly byOthers?: boolean;
  /** What holds outside the range, such as 0 for none. */
  readonly or?: { readonly value: number; readonly means: string };
  /** Whether Terraform alone need know it: nothing is sized, placed or priced by it. */
  readonly later?: boolean;
  /** Why it must be known at synth. @default - the design follows from it */
  readonly known?: string;
}

/** A whole number within a range. */
export function whole(options: NumberOptions = {}): Field<number, false> {
  return numeric("whole", options);
}

/** Any number within a range. */
export function number(options: NumberOptions = {}): Field<number, false> {
  return numeric("number", options);
}

function numeric(kind: "whole" | "number", options: NumberOptions): Field<number, false> {
  const { unit, or, later = false, known = "the design follows from it", byOthers = false } = options;
  const what = `${kind === "whole" ? "a whole number" : "a number"}${kind === "number" || unit === undefined ? "" : ` of ${unit}`}`;
  const words = `${or === undefined ? "" : `${or.value} for ${or.means} or `}${what}${rangeWords(options)}`;
  const fits = (value: number) =>
    value === or?.value ||
    ((kind === "whole" ? Number.isInteger(value) : Number.isFinite(value)) && inRange(value, options));
  const nearestFit = (value: number) => {
    if (Number.isNaN(value)) return undefined;
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = options;
    const clamped = Math.min(Math.max(value, min), max);
    const rounded = kind === "whole" ? Math.round(clamped) : clamped;
    return Number.isFinite(rounded) && fits(rounded) ? String(rounded) : undefined;
  };
  return {
    kind,
    words,
    optional: false,
    ...(unit === undefined ? {} : { unit }),
    ...rangeOf(options),
    ...(later ? {} : { known }),
    check(value, at, notes) {
      if (notes.isLater(value)) {
        if (!later) notes.tooLate(at, known, "a number");
      } else if (typeof value !== "number") {
        const meant = typeof value === "string" && value.trim() !== "" ? nearestFit(Number(value)) : undefined;
        notes.kind(at, words, value, meant === undefined ? undefined : `${meant}, without quotes`);
      } else if (!Number.isFinite(value)) notes.none("out-of-range", at, words, value, nearestFit(value));
      else if (!fits(value) && (!byOthers || (kind === "whole" && !Number.isInteger(value)))) {
        const otherwise = typeof this.default === "number" ? String(this.default) : undefined;
        const fix = this.optional ? "leave it out" : undefined;
        notes.note("out-of-range", at, words, value, nearestFit(value) ?? otherwise, undefined, fix);
      }
    },
  };
}

const inRange = (value: number, { min, max, above, below }: NumberOptions): boolean =>
  value >= (min ?? Number.NEGATIVE_INFINITY) &&
  value <= (max ?? Number.POSITIVE_INFINITY) &&
  value > (above ?? Number.NEGATIVE_INFINITY) &&
  value < (below ?? Number.POSITIVE_INFINITY);

/** Range of all that is allowed, what holds outside of it included. */
function rangeOf({ min, max, above, below, or }: NumberOptions): Pick<AnyField, "min" | "max" | "above" | "below"> {
  const outside = or === undefined ? [] : [or.value];
  const atLeastThat = above !== undefined && outside.length > 0;
  return {
    ...(min === undefined && !atLeastThat ? {} : { min: Math.min(min ?? above!, ...outside) }),
    ...(max === undefined ? {} : { max: Math.max(max, ...outside) }),
    ...(above === undefined || atLeastThat ? {} : { above }),
    ...(below === undefined ? {} : { below }),
  };
}

function rangeWords({ min, max, above, below }: NumberOptions): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (above !== undefined) {
    const end = max === undefined ? below && `below ${below}` : `at most ${max}`;
    return ` above ${above}${end === undefined ? "" : ` and ${end}`}`;
  }
  if (min !== undefined) return ` of ${min} or more`;
  return max === undefined ? "" : ` of at most ${max}`;
}

/** true or false. */
export function flag(): Field<boolean, false> {
  return {
    kind: "boolean",
    words: "true or false",
    optional: false,
    check(value, at, notes) {
      if (typeof value !== "boolean")
        notes.kind(
          at,
          this.words,
          value,
          value === "true" || value === "false" ? `${value}, without quotes` : undefined,
        );
    },
  };
}

/** Why a value is not one of a list, and what to do, where no other of the list is meant. */
interface Elsewhere {
  readonly why: string;
  readonly fix: string;
}

/** One of a closed list of texts or numbers; `gone` says what became of those that used to be in it. */
export function oneOf<const T extends string | number>(
  values: readonly T[],
  gone: Readonly<Record<string, string | Elsewhere>> = {},
): Field<T, false> {
  const words = listed(values.map((value) => JSON.stringify(value)));
  return {
    kind: "one-of",
    words,
    values,
    optional: false,
    known: "the design follows from it",
    check(value, at, notes) {
      if (values.includes(value as T)) return;
      const otherwise = this.default === undefined ? values[0] : this.default;
      if (notes.isLater(value)) notes.tooLate(at, this.known!, words);
      else if (typeof value !== typeof values[0]) {
        // 24.11 for "24.11"
        const meant = values.find((one) => typeof value !== "object" && String(one) === String(value)) ?? otherwise;
        notes.kind(at, words, value, JSON.stringify(meant));
      } else {
        const why = gone[`${value}`];
        if (typeof why === "object") notes.note("not-allowed", at, words, value, undefined, why.why, why.fix);
        else notes.note("not-allowed", at, words, value, instead(value, values, otherwise), why);
      }
    },
  };
}

const MANY = 8;

function listed(names: readonly string[]): string {
  if (names.length > MANY) return `one of ${names.join(", ")}`;
  return [names.slice(0, -1).join(", "), names.at(-1)].filter((part) => part !== "").join(" or ");
}

/** The next number up, the name that was likely meant, or else the default. */
function instead(value: unknown, values: readonly (string | number)[], otherwise: unknown): string {
  if (typeof value === "number") {
    const up = values.find((one) => typeof one === "number" && one > value);
    return `${Number.isNaN(value) ? otherwise : (up ?? values.at(-1))}`;
  }
  const typed = `${value}`;
  // Any short name is near any other.
  const [near] = typed.length > 2 ? nearest(typed, values.map(String), 1) : [];
  return JSON.stringify(near ?? otherwise);
}

/** Text, a number or a boolean: a setting of some program. */
export function setting(): Field<string | number | boolean, false> {
  return scalar(["string", "number", "boolean"], "text, a number or a boolean");
}

/** The same, of a program that reads objects as JSON text. */
export function jsonSetting(): Field<string | number | boolean, false> {
  const field = setting();
  return {
    ...field,
    check(value, at, notes) {
      if (typeof value !== "object" || value === null) field.check(value, at, notes);
      else notes.kind(at, `${field.words}, objects as JSON text`, value, `'${JSON.stringify(value)}'`);
    },
  };
}

/** Text or a number: a setting of some program. */
export function textOrNumber(): Field<string | number, false> {
  return scalar(["string", "number"], "text or a number");
}

function scalar<T>(types: readonly ("string" | "number" | "boolean")[], words: string): Field<T, false> {
  return {
    kind: "setting",
    words,
    types,
    optional: false,
    check(value, at, notes) {
      if (!(types as readonly string[]).includes(typeof value) || Number.isNaN(value)) notes.kind(at, words, value);
    },
  };
}
