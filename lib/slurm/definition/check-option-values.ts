import type { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import known from "../data/slurm-conf-values.json";

const words = (list: string) => new Set(list.split(" "));
const booleans = words(known.boolean);
const largest: readonly (readonly [ReadonlySet<string>, number])[] = [
  [words(known.whole16), 65_535],
  [words(known.whole32), 4_294_967_295],
  [words(known.whole64), Number.MAX_SAFE_INTEGER],
];
const TRUTHS = ["yes", "no", "true", "false", "up", "down", "1", "0"];

/** Notes a value that slurmctld would not start with, or would silently take as another one. */
export function checkOptionValue(path: string, name: string, value: string, problems: Problems): void {
  const most = largest.find(([names]) => names.has(name))?.[1];
  if (most !== undefined) checkNumber(path, name, value, most, problems);
  else if (booleans.has(name)) checkChoice(path, value, TRUTHS, ["yes", "no"], problems);
  const choices = (known.choices as Readonly<Record<string, readonly string[]>>)[name];
  // The name of a plugin's file, unlike the others.
  if (name === "MpiDefault" && choices?.includes(value.toLowerCase()) && !choices.includes(value)) {
    problems.add("not-allowed", path, `${path} must be in lower case, got ${value}; use ${value.toLowerCase()}`);
  } else if (choices !== undefined) checkChoice(path, value, choices, choices, problems);
  const form = (known.forms as Readonly<Record<string, { readonly like: string; readonly such: string }>>)[name];
  if (form !== undefined && !new RegExp(form.like).test(value)) {
    problems.add("malformed", path, `${path} must be of the form ${form.such}, got ${JSON.stringify(value)}`);
  }
}

function checkNumber(path: string, name: string, value: string, typeMost: number, problems: Problems): void {
  if (/^(unlimited|infinite)$/i.test(value)) return;
  const min = (known.least as Readonly<Record<string, number>>)[name] ?? 0;
  const max = (known.most as Readonly<Record<string, number>>)[name] ?? typeMost;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return;
  const fix = Number.isFinite(number) && value.trim() !== "" ? Math.min(Math.max(Math.round(number), min), max) : null;
  const hint = fix === null ? "; write only the number" : `; use ${fix}`;
  problems.add("out-of-range", path, `${path} must be a whole number from ${min} to ${max}, got ${value}${hint}`);
}

/** Slurm compares without case, and takes a debug level as a number too. */
function checkChoice(
  path: string,
  value: string,
  choices: readonly string[],
  shown: readonly string[],
  problems: Problems,
): void {
  if (choices.some((choice) => choice.toLowerCase() === value.toLowerCase())) return;
  if (choices.includes("debug5") && /^\d$/.test(value)) return;
  const [near] = value.length > 2 ? nearest(value, choices) : [];
  problems.add(
    "not-allowed",
    path,
    `${path} must be ${shown.length > 2 ? "one of " : ""}${shown.join(shown.length > 2 ? ", " : " or ")}, got ${value}; use ${near ?? shown[0]}`,
  );
}
