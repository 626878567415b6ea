import type { core } from "zod";
import { written } from "../units/written";

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/** The value at a path of rows; undefined where there is none. */
const valueAt = (rows: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key], rows);

/** "instancePrices.0.usdPerHour.us-east-1" */
const pathOf = (table: string, path: readonly PropertyKey[]): string => [table, ...path.map(String)].join(".");

/** What a field takes, by what the schema said of the value that it refused. */
function allowed(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.map(written).join(" or ");
    case "invalid_format":
      return issue.format === "regex" && issue.pattern !== undefined
        ? `text of the form ${issue.pattern}`
        : `a ${issue.format}`;
    case "invalid_union":
      return [...new Set(issue.errors.map(([first]) => (first === undefined ? "" : allowed(first))))].join(" or ");
    case "invalid_key":
      return `under a key of the form ${issue.issues.map((one) => ("pattern" in one ? String(one.pattern) : one.message)).join(", ")}`;
    case "too_small":
      return least(
        issue.origin,
        `${issue.inclusive ? "" : "more than "}${issue.minimum}`,
        issue.inclusive ? " or more" : "",
      );
    case "too_big":
      return least(issue.origin, `${issue.inclusive ? "at most " : "less than "}${issue.maximum}`, "");
    default:
      return `other: ${issue.message}`;
  }
}

/** A bound of a number as it is, one of text or a list by what it counts. */
function least(origin: string, bound: string, more: string): string {
  const counted: Readonly<Record<string, string>> = { string: "characters", array: "entries", object: "keys" };
  const unit = counted[origin];
  return unit === undefined ? `${bound}${more}` : `of ${bound}${more} ${unit}`;
}

/** What the schema of a table has against rows, each problem with its path. */
export function rowProblems(table: string, issue: core.$ZodIssue, rows: unknown): { path: string; message: string }[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const path = pathOf(table, [...issue.path, key]);
      return { path, message: `${path} is not a field of the catalog` };
    });
  const path = pathOf(table, issue.path);
  const value = valueAt(rows, issue.path);
  if (value === undefined) return [{ path, message: `${path} is required; give ${allowed(issue)}` }];
  return [{ path, message: `${path} must be ${allowed(issue)}, got ${written(value).slice(0, 120)}` }];
}
