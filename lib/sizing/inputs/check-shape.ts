import { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import { addUnknownProps } from "../../units/unknown-props";
import { written } from "../../units/written";
import { checkNumber, type NumberRule } from "./check-number";

/** Notes what is wrong with the value at a path; true when it is good. Never throws, whatever the value is. */
export type Check = (problems: Problems, path: string, value: unknown) => boolean;

function add(problems: Problems, path: string, value: unknown, allowed: string, use: string, give = allowed): false {
  if (value === undefined) problems.add("required", path, `${path} is required; give ${give}`);
  else problems.add("not-allowed", path, `${path} must be ${allowed}, got ${written(value)}; use ${use}`);
  return false;
}

/** A finite number that keeps a rule. */
export function number(rule: NumberRule = {}): Check {
  return (problems, path, value) => checkNumber(problems, path, value as number, rule);
}

/** One of a closed list of names. */
export function oneOf(names: readonly string[]): Check {
  return (problems, path, value) => {
    if (typeof value === "string" && names.includes(value)) return true;
    const near = typeof value === "string" ? nearest(value, names, 1)[0] : undefined;
    return add(problems, path, value, names.join(" or "), near ?? names[0]!);
  };
}

export const text: Check = (problems, path, value) =>
  typeof value === "string" || add(problems, path, value, "text", "a name");

export const flag: Check = (problems, path, value) =>
  typeof value === "boolean" || add(problems, path, value, "true or false", "false");

export const method: Check = (problems, path, value) =>
  typeof value === "function" || add(problems, path, value, "a function", "one");

/** What may be left out. */
export function optional(check: Check): Check {
  return (problems, path, value) => value === undefined || check(problems, path, value);
}

/** What may be null. */
export function nullable(check: Check): Check {
  return (problems, path, value) => value === null || check(problems, path, value);
}

/** An object with these members; others are left alone. An empty path is the function's own props. */
export function members(shape: Readonly<Record<string, Check>>): Check {
  return (problems, path, value) => {
    if (typeof value !== "object" || value === null) {
      const keys = Object.keys(shape).slice(0, 3);
      const such = keys.length > 0 ? ` with ${keys.join(", ")}` : "";
      return add(problems, path || "props", value, "an object", `one${such}`, `an object${such}`);
    }
    const held = value as Readonly<Record<string, unknown>>;
    let good = true;
    for (const key in shape) good = shape[key]!(problems, path ? `${path}.${key}` : key, held[key]) && good;
    return good;
  };
}

/** An object with these members and no others but `beside`. */
export function exactly(shape: Readonly<Record<string, Check>>, beside: readonly string[] = []): Check {
  const held = members(shape);
  return (problems, path, value) => {
    const good = held(problems, path, value);
    if (typeof value !== "object" || value === null) return good;
    return addUnknownProps(problems, path, value, [...beside, ...Object.keys(shape)]) === 0 && good;
  };
}

/** A list of which every entry keeps the check. */
export function listOf(check: Check): Check {
  return (problems, path, value) => {
    if (!Array.isArray(value)) return add(problems, path, value, "a list", "[] for none");
    return value.map((entry, i) => check(problems, `${path}[${i}]`, entry)).every((good) => good);
  };
}

const ENDS = ["low", "expected", "high"] as const;

/** A range: three finite figures that keep the rule, `low <= expected <= high`; the first wrong one is named. */
export function rangeOf(rule: NumberRule = { min: 0 }): Check {
  const held = members({});
  return (problems, path, value) => {
    if (!held(problems, path, value)) return false;
    const ends = value as Readonly<Record<(typeof ENDS)[number], number>>;
    if (!ENDS.every((end) => checkNumber(problems, `${path}.${end}`, ends[end], rule))) return false;
    const { low, expected, high } = ends;
    if (low <= expected && expected <= high) return true;
    problems.add(
      "conflict",
      path,
      `${path} must rise from low over expected to high, got ${low}, ${expected}, ${high}; use range()`,
    );
    return false;
  };
}

/** Throws one error with everything that is wrong with a function's arguments, each given with its value and its check. */
export function requireAll(where: string, values: Readonly<Record<string, readonly [unknown, Check]>>): void {
  const problems = new Problems();
  for (const path in values) values[path]![1](problems, path, values[path]![0]);
  problems.throwIfAny(where);
}

/** The same for a function's props. */
export function requireProps(where: string, props: unknown, shape: Check): void {
  const problems = new Problems();
  shape(problems, "", props);
  problems.throwIfAny(where);
}
