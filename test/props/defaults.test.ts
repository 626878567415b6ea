import type { AnyField } from "../../lib/props/field";
import { DocComments, type PropComment } from "../../scripts/props/doc-comments";
import { propRows } from "../../scripts/props/prop-rows";
import { DOCUMENTED } from "../../scripts/props/tables";

const comments = new DocComments();

/** What a comment's @default begins with, where that is one value. */
const literalOf = (said: string): string => said.replace(/^["`]([^"`]*)["`].*$/, "$1").replace(/([;:,]| -) .*$/, "");

/** Whether a text is a value that a field takes, and not words about one. */
function isValueOf({ kind, values }: AnyField, text: string): boolean {
  if (kind === "boolean") return text === "true" || text === "false";
  if (kind === "number" || kind === "whole") return /^-?[\d.]+$/.test(text);
  return kind === "one-of" && (values ?? []).map(String).includes(text);
}

/** Where table and comment differ; undefined where they agree. */
function difference(path: string, field: AnyField, comment: PropComment): string | undefined {
  const said = comment.default;
  if (!field.optional)
    return said === undefined ? undefined : `${path} is required, and its comment has @default ${said}`;
  if (said === undefined) return field.default === undefined ? undefined : `${path}: no @default for ${field.default}`;
  if (said.startsWith("- ")) {
    return field.default === undefined ? undefined : `${path}: @default ${said}, and ${field.default} in the table`;
  }
  if (field.default !== undefined && literalOf(said) !== String(field.default))
    return `${path}: @default ${said}, and ${field.default} in the table`;
  const silent = field.default === undefined && isValueOf(field, literalOf(said)) && !/[;:] /.test(said);
  return silent ? `${path}: @default ${said}, and none in the table` : undefined;
}

describe("the props", () => {
  const rows = DOCUMENTED.flatMap(({ name, table, type }) =>
    propRows(table, type, comments).map((row) => ({ ...row, path: `${name}.${row.path}` })),
  );

  it("have the same defaults in their tables and their comments", () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.flatMap(({ path, field, comment }) => (comment && difference(path, field, comment)) ?? [])).toEqual([]);
  });

  it("are found in the sources, each with its comment", () => {
    expect(rows.filter(({ comment }) => comment === undefined).map(({ path }) => path)).toEqual([]);
  });
});
