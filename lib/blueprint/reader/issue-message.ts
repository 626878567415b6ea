import type { z } from "zod";
import type { ErrorCode } from "../../errors";
import { nearest } from "../../units/nearest";
import { numberOf } from "../../units/number-of";
import type { KnownAt } from "../schema/known-keys";
import { pathText } from "./blueprint-error";
import { meantKey } from "./meant-key";
import type { Path } from "./path";
import { spacedKey } from "./spaced-key";
import { withoutUnit } from "./without-unit";

type Issue = z.core.$ZodIssue;

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
};

/** What one of zod's issues says, in this library's words. `keyOf` is set where a key, not a value, is at fault. */
export interface IssueMessage {
  readonly code: ErrorCode;
  readonly path: Path;
  readonly message: string;
  readonly key?: string;
  /** The known key that an unknown one is likely to mean. */
  readonly meant?: string;
}

/** Most characters of a value that a message repeats: enough to find it again. */
const MOST_SHOWN = 80;

function shown(value: unknown): string {
  if (typeof value === "string") return `"${value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value}"`;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "a map" : String(value);
}

/** `"a", "b" or "c"` */
function either(options: readonly unknown[]): string {
  const all = options.map(shown);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

/** The name that was likely meant, else what holds without the key; any short name is near any other. */
function nearestAdvice(value: unknown, options: readonly string[], otherwise?: unknown): string {
  const near = typeof value === "string" && value.length > 2 ? nearest(value, options, 1)[0] : undefined;
  return `; use ${shown(near ?? otherwise ?? options[0])}`;
}

/** The closest of some numbers, else the nearest by spelling. */
function closestAdvice(value: unknown, options: readonly unknown[], otherwise: unknown): string {
  const numbers = options.filter((option) => typeof option === "number");
  if (typeof value !== "number" || numbers.length === 0) return nearestAdvice(value, options.map(String), otherwise);
  return `; use ${[...numbers].sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0]}`;
}

/** The same value as the wanted kind has it, where it only lacks or has quotes, or is between two whole numbers. */
function retyped(expected: string, got: unknown): string {
  if (expected === "int" && typeof got === "number") return `; use ${Math.max(1, Math.round(got))}`;
  if (expected === "string" && (typeof got === "number" || typeof got === "boolean")) return `; write "${got}"`;
  const meant = typeof got === "string" ? numberOf(got) : Number.NaN;
  if ((expected === "number" || expected === "int") && Number.isFinite(meant)) return `; write ${yamlNumber(meant)}`;
  return expected === "boolean" && (got === "true" || got === "false") ? `; write ${got}` : "";
}

/** As people write it in YAML, which reads 1e12 without a point as text. */
const yamlNumber = (value: number) =>
  value >= 1e6 && value % 1e6 === 0 ? value.toExponential().replace(/^(\d+)e/, "$1.0e") : String(value);

/** Keys whose map holds the fewest and the most of something. */
const RANGES: readonly unknown[] = ["nodes", "workers", "replicas", "prefillReplicas"];

/** The map that a number stands for, where people write one for it: a fixed number of nodes. */
function asMap(path: Path, got: unknown): string {
  return RANGES.includes(path.at(-1)) && typeof got === "number" ? `; write { min: ${got}, max: ${got} }` : "";
}

/** What one member of a union takes: `false`, `text`, `a map`. */
function taken([issue]: readonly Issue[]): string {
  if (issue?.code === "invalid_value") return issue.values.map(shown).join(" or ");
  return issue?.code === "invalid_type" ? (kinds[issue.expected] ?? issue.expected) : "what it takes";
}

/** The members of a union that is not told apart by a key: what is wrong inside one that takes such a value, else what all take. */
function ofUnion(
  name: string,
  path: Path,
  got: unknown,
  errors: readonly (readonly Issue[])[],
  known: KnownAt,
): IssueMessage[] {
  const unknown = (issues: readonly Issue[]) =>
    issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 0), 0);
  // Of several maps the one is meant that knows most of the keys.
  const [inside] = errors
    .filter((issues) => issues.every((issue) => issue.path.length > 0 || issue.code === "unrecognized_keys"))
    .sort((a, b) => unknown(a) - unknown(b));
  if (inside !== undefined) {
    return inside.flatMap((issue) => issueMessages({ ...issue, path: [...path, ...issue.path] } as Issue, known));
  }
  const all = [...new Set(errors.map(taken))];
  const fix =
    path.at(-1) === "model" ? "write the name of a model, or { config: ./config.json }" : "omit it for the default";
  const message = `${name} must be ${all.slice(0, -1).join(", ")} or ${all.at(-1)}, got ${shown(got)}; ${fix}`;
  return [{ code: "malformed", path, message }];
}

/** A key that another kind has: `method` of a workload of kind training. */
function ofAnotherKind(path: Path, key: string, kinds: readonly string[], owner: unknown): IssueMessage {
  const { kind } = owner as { readonly kind: unknown };
  const message = `${pathText([...path, key])} is a key of kind: ${kinds.join(" and ")}, and this has kind: ${kind}; write kind: ${kinds.join(" or ")}, or leave it out`;
  return { code: "not-allowed", path, key, message };
}

/** Translates an issue. */
export function issueMessages(issue: Issue, known: KnownAt): IssueMessage[] {
  const path = issue.path as Path;
  const name = pathText(path) || "the blueprint";
  const got = (issue as { input?: unknown }).input;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => {
        const kinds = known.kinds(path, key);
        if (kinds.length > 0) return ofAnotherKind(path, key, kinds, got);
        const keys = known.keys(path);
        const near = meantKey(key, keys, got);
        const spaced = spacedKey(key);
        const advice = spaced
          ? `; ${spaced}`
          : near === undefined
            ? `; known are ${keys.join(", ")}`
            : `; did you mean "${near}"`;
        return {
          code: "unknown-name",
          path,
          key,
          meant: near,
          message: `${pathText([...path, key])} is not known${advice}`,
        };
      });
    case "invalid_type": {
      const kind = kinds[issue.expected] ?? issue.expected;
      if (got === undefined) return [{ code: "required", path, message: `${name} is required; give it ${kind}` }];
      return [
        {
          code: "malformed",
          path,
          message: `${name} must be ${kind}, got ${shown(got)}${retyped(issue.expected, got)}${withoutUnit(path, issue.expected, got)}${asMap(path, got)}`,
        },
      ];
    }
    case "invalid_value": {
      const options = issue.values.map(String);
      if (got === undefined)
        return [{ code: "required", path, message: `${name} is required; write ${either(issue.values)}` }];
      if (name === "apiVersion") {
        const other = /^warpform\/v\d+$/.test(String(got)) ? `, or install the warpform that reads ${shown(got)}` : "";
        const message = `${name} must be ${shown(options[0])}, the only one that this warpform reads, got ${shown(got)}; write ${shown(options[0])}${other}`;
        return [{ code: "not-allowed", path, message }];
      }
      return [
        {
          code: "not-allowed",
          path,
          message: `${name} must be ${either(issue.values)}, got ${shown(got)}${closestAdvice(got, issue.values, known.otherwise(path))}`,
        },
      ];
    }
    case "invalid_union": {
      const { errors } = issue as { errors?: readonly (readonly Issue[])[] };
      if (errors !== undefined && errors.length > 0) return ofUnion(name, path, got, errors, known);
      const options = ((issue as { options?: readonly unknown[] }).options ?? []).map(String);
      const value =
        typeof got === "object" && got !== null ? (got as Record<string, unknown>)[String(path.at(-1))] : got;
      const start = value === undefined ? `${name} is required; write ` : `${name} must be `;
      const end = value === undefined ? "" : `, got ${shown(value)}${nearestAdvice(value, options)}`;
      return [
        {
          code: value === undefined ? "required" : "not-allowed",
          path,
          message: `${start}${either(options)}${end}`,
        },
      ];
    }
    case "too_small": {
      const more = issue.inclusive ? `${issue.minimum} or more` : `more than ${issue.minimum}`;
      if (issue.origin === "array" || issue.origin === "string")
        return [
          {
            code: "required",
            path,
            message: `${name} must not be empty; give it ${issue.origin === "array" ? "an entry" : "text"}`,
          },
        ];
      return [
        {
          code: "out-of-range",
          path,
          message: `${name} must be ${more}, got ${shown(got)}; use ${issue.inclusive ? issue.minimum : "a larger number"}`,
        },
      ];
    }
    case "too_big":
      return [
        {
          code: "out-of-range",
          path,
          message: `${name} must be ${issue.maximum} or less, got ${shown(got)}; use ${issue.maximum}`,
        },
      ];
    default:
      return [{ code: "malformed", path, message: `${name} ${issue.message}, got ${shown(got)}` }];
  }
}
