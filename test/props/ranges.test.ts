import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyField } from "../../lib/props/field";
import { DocComments } from "../../scripts/props/doc-comments";
import { propRows } from "../../scripts/props/prop-rows";
import { DOCUMENTED } from "../../scripts/props/tables";

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

describe("the numbers", () => {
  const comments = new DocComments();
  const rows = DOCUMENTED.flatMap(({ name, table, type }) =>
    propRows(table, type, comments).map(({ path, field }) => ({ path: `${name}.${path}`, field: numberIn(field) })),
  );

  it("have a least value each in their tables", () => {
    expect(rows.filter(({ field }) => field !== undefined).length).toBeGreaterThan(100);
    expect(rows.filter(({ field }) => field !== undefined && !hasLeast(field)).map(({ path }) => path)).toEqual([]);
  });

  it("have a least value each in the blueprint's schema", () => {
    const schema = JSON.parse(readFileSync(join(__dirname, "../../schema/blueprint.schema.json"), "utf8")) as Node;
    expect(
      unbounded(schema, "").map((at) => at.replace(/\.(properties|items|anyOf\[\d\]|additionalProperties)/g, "")),
    ).toEqual([]);
  });
});
