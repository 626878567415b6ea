import * as pulumi from "@pulumi/pulumi";
import type { Problems } from "../errors";
import { nearest } from "../units/nearest";

/** A value that Pulumi only knows later. */
export const isLater = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

/** An object whose keys are arguments, not an Output of one. */
export const isArgs = (args: unknown): args is Record<string, unknown> =>
  args !== null && typeof args === "object" && !pulumi.Output.isInstance(args);

/** Notes each argument that isn't among the known ones, with the nearest of them. */
export function checkKeys(given: object, known: readonly string[], problems: Problems, before = ""): void {
  for (const key of Object.keys(given)) if (!known.includes(key)) unknownKey(key, known, problems, before);
}

/** Notes one argument that nobody knows. */
export function unknownKey(key: string, known: readonly string[], problems: Problems, before = ""): void {
  const near = nearest(key, known, 1)[0];
  const advice = near ? `did you mean ${near}` : `known are ${known.join(", ")}`;
  problems.add("unknown-name", `${before}${key}`, `${before}${key} is not an argument; ${advice}`);
}

/** Notes an Output where the constructs must know the value to work: `path` and, where it helps, what it decides. */
export function mustBePlain(path: string, problems: Problems, decides?: "the layout" | "sizes or layout"): void {
  const what = decides === undefined ? path : `${path} decides ${decides} and`;
  const message = `${what} must be a plain value, got an Output; take it from pulumi.Config or write it out`;
  problems.add("unresolved-token", path, message);
}

/** Notes an Output of a whole list or map: how many there are decides the layout, so each must be an Output of its own. */
export function mustHoldOutputs(path: string, problems: Problems): void {
  const message = `${path} must be a list or map whose values may be Outputs, got one Output of the whole; write [ids.apply((all) => all[0]), …]`;
  problems.add("unresolved-token", path, message);
}

export function shown(value: unknown): string {
  if (pulumi.Output.isInstance(value)) return "an Output";
  return typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
}
