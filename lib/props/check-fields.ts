import { addUnknownProps } from "../units/unknown-props";
import type { AnyTable } from "./field";
import type { Notes } from "./notes";

/** Checks each prop of an object by its field, and that it has no others; `at` is the object's own path, empty for a construct. */
export function checkFields(table: AnyTable, props: object, at: string, notes: Notes): void {
  const path = (prop: string) => (at === "" ? prop : `${at}.${prop}`);
  const given = props as Readonly<Record<string, unknown>>;
  for (const [prop, field] of Object.entries(table)) {
    const value = given[prop];
    if (value !== undefined) field.check(value, path(prop), notes);
    else if (!field.optional) notes.missing(path(prop), field.words);
  }
  addUnknownProps(notes.problems, at, props, Object.keys(table));
}
