import type { Problems } from "../errors";
import { nearest } from "./nearest";

/** A prop that nothing has, and the one that it is likely to mean. */
export interface UnknownProp {
  readonly prop: string;
  readonly near: string | undefined;
}

/** Props of an object that nothing has, each with the likeliest of those that are not given. */
export function unknownProps(given: object, known: readonly string[]): UnknownProp[] {
  const values = given as Readonly<Record<string, unknown>>;
  const left = known.filter((name) => values[name] === undefined);
  return Object.keys(values)
    .filter((prop) => values[prop] !== undefined && !known.includes(prop))
    .map((prop) => ({ prop, near: nearest(prop, left, 1)[0] }));
}

/** Notes each prop of an object that nothing has, with the likeliest name, and says how many there are. */
export function addUnknownProps(problems: Problems, at: string, given: object, known: readonly string[]): number {
  const unknown = unknownProps(given, known);
  for (const { prop, near } of unknown) {
    const path = at === "" ? prop : `${at}.${prop}`;
    const advice = near === undefined ? `known are ${known.join(", ")}` : `did you mean ${near}`;
    problems.add("unknown-name", path, `${path} is not a prop; ${advice}`);
  }
  return unknown.length;
}
