import { checkFields } from "./check-fields";
import type { AnyTable, Field, Table } from "./field";
import { text } from "./simple-fields";

/** An object whose props are its content: a Map, a Set or a Date has none, and would pass for one without any. */
export const isObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";

interface ListOptions {
  /** Fewest entries. */
  readonly least?: number;
  readonly most?: number;
  /** Whether each may be there once only. */
  readonly unique?: boolean;
  /** What the list is, in place of "a list of texts". */
  readonly words?: string;
  /** Whether a text with blanks that stands in its place is meant as several: a program and its arguments. */
  readonly split?: boolean;
}

/** A text as the list that it may be meant for. */
const asList = (value: string, split: boolean): string =>
  `[${(split ? value.trim().split(/\s+/) : [value]).map((word) => JSON.stringify(word)).join(", ")}]`;

/** A list of values of one kind. */
export function list<T>(
  each: Field<T>,
  { least, most, unique = false, words, split = false }: ListOptions = {},
): Field<readonly T[], false> {
  const must = words ?? `a list, each ${each.words}`;
  return {
    kind: "list",
    words: must,
    optional: false,
    each,
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
    check(value, at, notes) {
      if (notes.isLater(value)) return;
      if (!Array.isArray(value)) {
        notes.kind(
          at,
          must,
          value,
          typeof value === "string" && each.kind === "text" ? asList(value, split) : undefined,
        );
        return;
      }
      const limited = (limit: string, count: number) => {
        const entries = `${limit} ${count} ${count === 1 ? "entry" : "entries"}`;
        return words === undefined ? `a list with ${entries}, each ${each.words}` : `${words} with ${entries}`;
      };
      if (least !== undefined && value.length < least) notes.note("required", at, limited("at least", least), value);
      if (most !== undefined && value.length > most)
        notes.note("out-of-range", at, limited("at most", most), value.length);
      // Array.from, since forEach passes over holes
      Array.from(value as readonly unknown[]).forEach((item, index) => {
        const here = `${at}[${index}]`;
        if (item === undefined) notes.missing(here, each.words);
        else each.check(item, here, notes);
        const first = unique ? value.indexOf(item) : index;
        if (first !== index) notes.note("duplicate", here, `another one than ${at}[${first}]`, item, "each once");
      });
    },
  };
}

interface MapOptions {
  /** What keys must look like, with that in words. */
  readonly keys?: { readonly like: RegExp; readonly words: string };
  /** What the object is, in place of "an object, each value text". */
  readonly words?: string;
}

/** Values of one kind by name. */
export function map<T>(
  each: Field<T>,
  { keys, words = `an object, each value ${each.words}` }: MapOptions = {},
): Field<Readonly<Record<string, T>>, false> {
  return {
    kind: "map",
    words,
    optional: false,
    each,
    check(value, at, notes) {
      if (notes.isLater(value)) return;
      if (!isObject(value)) {
        notes.kind(at, words, value);
        return;
      }
      for (const [key, item] of Object.entries(value)) {
        const here = `${at}.${key}`;
        if (keys !== undefined && !keys.like.test(key)) notes.note("malformed", here, `named by ${keys.words}`, key);
        if (item === undefined) notes.missing(here, each.words);
        else each.check(item, here, notes);
      }
    },
  };
}

/** An object with props of its own. */
export function part<P extends object>(table: Table<P>, name = "an object"): Field<P, false> {
  const fields: AnyTable = table as unknown as AnyTable;
  return {
    kind: "part",
    words: name,
    optional: false,
    fields,
    check(value, at, notes) {
      if (isObject(value)) checkFields(fields, value, at, notes);
      else notes.kind(at, name, value, typeof value === "number" ? asBounds(fields, value) : undefined);
    },
  };
}

/** A number in place of bounds, which people write for both. */
const asBounds = (fields: AnyTable, value: number) =>
  "min" in fields && "max" in fields ? `{ min: ${value}, max: ${value} }` : undefined;

/** The same, where people may write a secret itself in place of the object: no message repeats it. */
export function secretPart<P extends object>(table: Table<P>, example: string): Field<P, false> {
  const field = part(table, `an object that says where the value is, such as ${example}`);
  return {
    ...field,
    check(value, at, notes) {
      if (typeof value === "string") notes.secret(at, `${field.words}, got text`);
      else field.check(value, at, notes);
    },
  };
}

/** A value that only its maker can make, told by a test of what it can do. */
export function made<T>(words: string, is: (value: object) => boolean): Field<T, false> {
  return {
    kind: "construct",
    words,
    optional: false,
    check(value, at, notes) {
      if (!(isObject(value) && is(value))) notes.kind(at, words, value);
    },
  };
}

/** One plain value, such as false for none, or what a field says. */
export function either<V extends string | boolean | number, T>(plain: V, field: Field<T>): Field<V | T, false> {
  return {
    kind: "either",
    words: `${JSON.stringify(plain)} or ${field.words}`,
    optional: false,
    values: [plain],
    other: field,
    ...(field.fields === undefined ? {} : { fields: field.fields }),
    check(value, at, notes) {
      if (value === plain) return;
      if (typeof value === typeof plain || (field.fields !== undefined && !isObject(value)))
        notes.kind(at, this.words, value);
      else field.check(value, at, notes);
    },
  };
}

/** Whether a value has a method of this name, by which a construct is told from others. */
export const can = (method: string) => (value: object) =>
  typeof (value as Readonly<Record<string, unknown>>)[method] === "function";

/** Whether a value has text of this name. */
export const says = (prop: string) => (value: object) =>
  typeof (value as Readonly<Record<string, unknown>>)[prop] === "string";

/** Whether a value has one of these texts under this name: not made by its maker, but as good. */
export const saysOneOf =
  (prop: string, ...values: readonly string[]) =>
  (value: object) =>
    values.includes((value as Readonly<Record<string, unknown>>)[prop] as string);

export const texts = ({ split = false }: Pick<ListOptions, "split"> = {}) =>
  list(text(), { words: "a list of texts", split });
