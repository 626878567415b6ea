import type { AnyField, AnyTable } from "../../lib/props/field";
import type { DocComments, PropComment } from "./doc-comments";

/** One prop of something that takes props, with what its table and its comment say. */
export interface PropRow {
  readonly path: string;
  readonly field: AnyField;
  /** Undefined for the values of parts whose type is written in place. */
  readonly comment: PropComment | undefined;
}

type Lookup = (prop: string) => PropComment | undefined;

/** The props of a table and of the parts that it holds, each behind the prop that holds it. */
export function propRows(table: AnyTable, type: string, comments: DocComments): PropRow[] {
  return rowsOf(table, (prop) => comments.of(type, prop), comments, "");
}

function rowsOf(table: AnyTable, lookup: Lookup, comments: DocComments, above: string): PropRow[] {
  return Object.entries(table).flatMap(([prop, field]) => {
    const path = `${above}${prop}`;
    const comment = lookup(prop);
    const row = { path, field, comment };
    const fields = field.fields ?? field.each?.fields;
    if (fields === undefined) return [row];
    const mark = field.kind === "list" ? "[]." : field.kind === "map" ? ".*." : ".";
    return [row, ...rowsOf(fields, inside(comment, fields, comments), comments, `${path}${mark}`)];
  });
}

/** Comments of a part: of the type that is written in place, or of the first named one that has such props. */
function inside(comment: PropComment | undefined, fields: AnyTable, comments: DocComments): Lookup {
  const first = Object.keys(fields)[0]!;
  if (comment?.inside.has(first)) return (prop) => comment.inside.get(prop);
  const name = comment?.types.find((one) => comments.of(one, first) !== undefined);
  return (prop) => (name === undefined ? undefined : comments.of(name, prop));
}
