import { Problems } from "../errors";
import type { AnyField, AnyTable } from "./field";
import { isObject } from "./nested-fields";
import { Notes } from "./notes";

/** Props with a value of the right kind in place of each that no code may read, so that the rest can be checked as well. */
export function readable(table: AnyTable, props: object, isLater: (value: unknown) => boolean): object {
  const given = props as Readonly<Record<string, unknown>>;
  const has = ([prop, { optional }]: [string, AnyField]) => given[prop] !== undefined || !optional;
  return Object.fromEntries(
    Object.entries(table)
      .filter(has)
      .map(([prop, field]) => [prop, inKind(field, given[prop], isLater)]),
  );
}

function inKind(field: AnyField, value: unknown, isLater: (value: unknown) => boolean): unknown {
  if (isLater(value)) return value;
  const each = (one: unknown) => inKind(field.each!, one, isLater);
  switch (field.kind) {
    case "list":
      return Array.isArray(value) ? value.map(each) : [];
    case "map":
      return Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([key, one]) => [key, each(one)]));
    case "part":
      return readable(field.fields!, isObject(value) ? value : {}, isLater);
    default: {
      const notes = new Notes(new Problems(), isLater);
      field.check(value, "", notes);
      return notes.wrongKind ? instead(field, value) : value;
    }
  }
}

function instead({ kind, min = 1, values }: AnyField, value: unknown): unknown {
  switch (kind) {
    case "text":
      return "";
    case "number":
    case "whole":
      return Number.isFinite(Number(value)) ? Number(value) : min;
    case "boolean":
      return false;
    default:
      return values?.[0];
  }
}
