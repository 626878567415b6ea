import { nearest } from "../../units/nearest";
import { type BlueprintProblem, pathText, problem } from "./blueprint-error";
import type { Path } from "./path";
import type { BlueprintSource } from "./source";

/** The name that a wrong one is likely to mean. */
export const likelyName = (name: string, known: Iterable<string>): string | undefined => nearest(name, known, 1)[0];

/** The problem of a reference to what nothing is named. */
export function noSuchName(
  path: Path,
  what: string,
  name: string,
  known: readonly string[],
  source: BlueprintSource,
): BlueprintProblem {
  const near = likelyName(name, known);
  const advice =
    near !== undefined
      ? `; did you mean "${near}"`
      : known.length > 0
        ? `; known ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`
        : "; none is defined";
  return problem(
    "unknown-name",
    path,
    `${pathText(path)}: no ${what} is named "${name}"${advice}`,
    source.locate(path),
  );
}
