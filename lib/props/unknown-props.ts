import type { Problems } from "../errors";
import { nearest } from "../units/nearest";

/** Notes each prop of an object that nothing has, with the likeliest name. */
export function addUnknownProps(problems: Problems, at: string, given: object, known: readonly string[]): void {
  const values = given as Readonly<Record<string, unknown>>;
  for (const prop of Object.keys(values)) {
    if (values[prop] === undefined || known.includes(prop)) continue;
    const [near] = nearest(
      prop,
      known.filter((name) => values[name] === undefined),
      1,
    );
    const path = at === "" ? prop : `${at}.${prop}`;
    const advice = near === undefined ? `there are ${known.join(", ")}` : `did you mean ${near}`;
    problems.add("unknown-name", path, `${path} is not a prop; ${advice}`);
  }
}
