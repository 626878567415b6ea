import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyField } from "../../lib/props/field";
import { DocComments, type PropComment } from "../../scripts/props/doc-comments";
import { propComments } from "../../scripts/props/prop-comments";
import { propRows } from "../../scripts/props/prop-rows";
import { propsPage } from "../../scripts/props/props-page";
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

/** A value as comments write it: `["NEW", "CHANGED"]`, `{ kind: "local" }`. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (typeof value !== "object" || value === null) return typeof value === "string" ? `"${value}"` : String(value);
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${shown(one)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Where table and comment differ; undefined where they agree. */
function difference(path: string, field: AnyField, comment: PropComment): string | undefined {
  const said = comment.default;
  if (!field.optional)
    return said === undefined ? undefined : `${path} is required, and its comment has @default ${said}`;
  if (said === undefined) return field.default === undefined ? undefined : `${path}: no @default for ${field.default}`;
  if (said.startsWith("- ")) {
    const isEmpty = typeof field.default === "object" && Object.keys(field.default as object).length === 0;
    const inWords = said.startsWith(`- ${shown(field.default)}`);
    return field.default === undefined || isEmpty || inWords
      ? undefined
      : `${path}: @default ${said}, and ${shown(field.default)} in the table`;
  }
  if (
    field.default !== undefined &&
    !said.startsWith(shown(field.default)) &&
    literalOf(said) !== String(field.default)
  )
    return `${path}: @default ${said}, and ${field.default} in the table`;
  const silent = field.default === undefined && isValueOf(field, literalOf(said)) && !/[;:] /.test(said);
  return silent ? `${path}: @default ${said}, and none in the table` : undefined;
}

const isNumber = ({ kind }: AnyField): boolean => kind === "number" || kind === "whole";
const hasLeast = ({ min, above }: AnyField): boolean => min !== undefined || above !== undefined;

/** A number, or one of a list or map. */
const numberIn = (field: AnyField): AnyField | undefined =>
  isNumber(field) ? field : field.each === undefined ? undefined : numberIn(field.each);

interface Node {
  readonly type?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly [key: string]: unknown;
}

/** Where numbers of a JSON Schema may be anything; zod writes the least safe integer for one without a range. */
function unbounded(node: unknown, at: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((one, index) => unbounded(one, `${at}[${index}]`));
  const { type, minimum = Number.MIN_SAFE_INTEGER, exclusiveMinimum, const: one, enum: choice = one } = node as Node;
  const isAnything =
    (type === "integer" || type === "number") && exclusiveMinimum === undefined && choice === undefined;
  const here = isAnything && minimum <= Number.MIN_SAFE_INTEGER ? [at] : [];
  return [...here, ...Object.entries(node).flatMap(([key, value]) => unbounded(value, `${at}.${key}`))];
}

const rows = DOCUMENTED.flatMap(({ name, table, type }) =>
  propRows(table, type, comments).map((row) => ({ ...row, path: `${name}.${row.path}` })),
);

describe("the props", () => {
  it("have the same defaults in their tables and their comments", () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.flatMap(({ path, field, comment }) => (comment && difference(path, field, comment)) ?? [])).toEqual([]);
  });

  it("are found in the sources, each with its comment", () => {
    expect(rows.filter(({ comment }) => !comment?.says).map(({ path }) => path)).toEqual([]);
  });

  it("stand in docs/props.md as tables and comments say them (npm run docs)", () => {
    expect(readFileSync(join(__dirname, "../../docs/props.md"), "utf8")).toBe(propsPage(comments));
  });

  it("explain the keys of blueprints by their comments (npm run docs)", () => {
    const file = join(__dirname, "../../lib/blueprint/schema/prop-comments.json");
    expect(readFileSync(file, "utf8")).toBe(propComments(comments));
  });
});

describe("the numbers", () => {
  const numbers = rows.flatMap(({ path, field }) => {
    const number = numberIn(field);
    return number === undefined ? [] : [{ path, field: number }];
  });

  it("have a least value each in their tables", () => {
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers.filter(({ field }) => !hasLeast(field)).map(({ path }) => path)).toEqual([]);
  });

  it("have a least value each in the blueprint's schema", () => {
    const schema = JSON.parse(readFileSync(join(__dirname, "../../schema/blueprint.schema.json"), "utf8")) as Node;
    expect(
      unbounded(schema, "").map((at) => at.replace(/\.(properties|items|anyOf\[\d\]|additionalProperties)/g, "")),
    ).toEqual([]);
  });
});
