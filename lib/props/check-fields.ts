import { addUnknownProps, unknownProps } from "../units/unknown-props";
import type { AnyTable } from "./field";
import type { Notes } from "./notes";

/** Checks each prop of an object by its field, and that it has no others; `at` is the object's own path, empty for a construct. */
export function checkFields(table: AnyTable, props: object, at: string, notes: Notes): void {
  const path = (prop: string) => (at === "" ? prop : `${at}.${prop}`);
  const given = props as Readonly<Record<string, unknown>>;
  const known = Object.keys(table);
  const meant = unknownProps(props, known).map(({ near }) => near);
  for (const [prop, field] of Object.entries(table)) {
    const value = given[prop];
    if (value !== undefined) field.check(value, path(prop), notes);
    else if (meant.includes(prop) && !field.optional) notes.misspelt(path(prop));
    else if (!field.optional) notes.missing(path(prop), field.words);
  }
  addUnknownProps(notes.problems, at, props, known);
}
