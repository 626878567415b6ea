import { Problems } from "../errors";
import type { AnyField } from "./field";
import { Notes } from "./notes";
import { whole } from "./simple-fields";

const never = () => false;

/** Checks a value that was worked out by its field; whether it is allowed. */
export function checkValue(problems: Problems, at: string, value: unknown, field: AnyField): boolean {
  const own = new Problems();
  field.check(value, at, new Notes(own, never));
  for (const { code, path, message } of own.all) problems.add(code, path, message);
  return !own.any;
}

/** Checks the values of an object that their table has a number for; whether all are allowed. */
export function checkValues(
  problems: Problems,
  at: string,
  values: object,
  fields: Readonly<Record<string, AnyField>>,
): boolean {
  const given = values as Readonly<Record<string, unknown>>;
  const known = Object.entries(fields).filter(([prop]) => given[prop] !== undefined && given[prop] !== null);
  return known.map(([prop, field]) => checkValue(problems, `${at}.${prop}`, given[prop], field)).every(Boolean);
}

/** The whole number of a field, of which there may be `max` at most where it stands. */
export const upTo = (max: number, { min, unit }: AnyField): AnyField => whole({ min, max, unit });
