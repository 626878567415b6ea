import { schemaOf } from "../schema/schema-of-cloud";
import { type BlueprintProblem, problem } from "./blueprint-error";
import { fieldProblems } from "./check-fields";
import type { Path } from "./path";
import type { BlueprintSource } from "./source";

/** What the tables of props say of what no construct is made of; names in it may be of what could not be read. */
export function fieldsOfUnbuilt(
  data: unknown,
  source: BlueprintSource,
  isUnbuilt: (path: Path) => boolean,
): BlueprintProblem[] {
  return fieldProblems(schemaOf(data), data)
    .filter(({ code, path }) => code !== "unknown-name" && isUnbuilt(path))
    .map(({ code, path, message }) => problem(code, path, message, source.locate(path)));
}
