import type { AnyField, AnyTable } from "../../lib/props/field";

/** Values that no prop of a kind takes, whatever its range or form. */
const WRONG: Readonly<Record<AnyField["kind"], readonly unknown[]>> = {
  text: [5, null, {}, [], true, Number.NaN, ""],
  number: ["5", "x", null, {}, [], true, Number.NaN, Number.POSITIVE_INFINITY, ""],
  whole: ["5", "x", null, {}, [], true, Number.NaN, Number.POSITIVE_INFINITY, 2.5, ""],
  boolean: ["true", 1, null, {}, [], ""],
  "one-of": [null, {}, [], true, Number.NaN, "no such value", -17.5, ""],
  setting: [null, {}, [], Number.NaN],
  list: [5, "x", null, {}, true, [null], [undefined], ""],
  map: [5, "x", null, [], true, { a: null }, { a: [] }, ""],
  part: [5, "x", null, [], true, ""],
  construct: [5, "x", null, {}, [], true, ""],
  either: [5, "x", null, [], ""],
};

/** One wrong input: where the value is, and the value. */
export interface WrongInput {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Every wrong value at every prop of a table, and at those of the parts that `base` has. */
export function wrongInputs(table: AnyTable, base: unknown, above: WrongInput["path"] = []): WrongInput[] {
  const given = (base ?? {}) as Readonly<Record<string, unknown>>;
  const misspelt = { path: [...above, "noSuchProp"], value: 1 };
  return [misspelt, ...Object.entries(table).flatMap(([prop, field]) => inField(field, given[prop], [...above, prop]))];
}

function inField(field: AnyField, base: unknown, path: WrongInput["path"]): WrongInput[] {
  const values = [...WRONG[field.kind].filter((value) => allowed(field, value)), ...outside(field)];
  const here = values.map((value) => ({ path, value }));
  if (field.fields !== undefined && typeof base === "object")
    return [...here, ...wrongInputs(field.fields, base, path)];
  const { each } = field;
  if (each?.fields === undefined || base === undefined) return here;
  const key = Array.isArray(base) ? 0 : Object.keys(base as object)[0]!;
  const first = (base as Readonly<Record<string | number, unknown>>)[key];
  return [...here, ...wrongInputs(each.fields, first, [...path, key])];
}

/** Numbers just outside of a field's range, which whoever knows the exact range has to refuse too. */
const outside = ({ min, max, above, below, values }: AnyField): number[] =>
  values !== undefined
    ? []
    : [
        ...(min === undefined ? [] : [min - 1]),
        ...(max === undefined ? [] : [max + 1]),
        ...[above, below].filter((one) => one !== undefined),
      ];

/** Few fields take one of the values: text that may be empty, a list of anything. */
function allowed(field: AnyField, value: unknown): boolean {
  if (value === "" && field.kind === "text") return !field.empty;
  return !(Array.isArray(value) && field.kind === "either" && field.each !== undefined);
}

/** `base` with one value replaced. */
export function withValue(base: unknown, [key, ...rest]: WrongInput["path"], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(base)) return base.map((item, index) => (index === key ? withValue(item, rest, value) : item));
  const given = (base ?? {}) as Readonly<Record<string | number, unknown>>;
  return { ...given, [key]: withValue(given[key], rest, value) };
}

/** A path as messages have it. */
export const inWords = (path: WrongInput["path"]): string =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${key}`)).join("");
