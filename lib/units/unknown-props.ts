import type { Problems } from "../errors";
import { nearest } from "./nearest";

/** Notes each prop of an object that nothing has, with the likeliest name, and says how many there are. */
export function addUnknownProps(problems: Problems, at: string, given: object, known: readonly string[]): number {
  const values = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(values).filter((prop) => values[prop] !== undefined && !known.includes(prop));
  for (const prop of unknown) {
    const [near] = nearest(
      prop,
      known.filter((name) => values[name] === undefined),
      1,
    );
    const path = at === "" ? prop : `${at}.${prop}`;
    const advice = near === undefined ? `known are ${known.join(", ")}` : `did you mean ${near}`;
    problems.add("unknown-name", path, `${path} is not a prop; ${advice}`);
  }
  return unknown.length;
}
