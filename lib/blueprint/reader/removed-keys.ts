import { nearest } from "../../units/nearest";
import { type BlueprintProblem, pathText, problem } from "./blueprint-error";
import type { Path } from "./path";
import type { BlueprintSource } from "./source";
import { spacedKey } from "./spaced-key";
import { tree } from "./tree";

/** A key that a layer takes away, and the keys that the layers below it have there. */
export interface Removal {
  readonly path: Path;
  readonly key: string;
  readonly present: readonly string[];
}

/** Keys that `over` takes away by `null` and `base` does not have. */
export function removalsOfNothing(base: unknown, over: unknown, path: Path = []): Removal[] {
  if (typeof over !== "object" || over === null || Array.isArray(over) || Array.isArray(base)) return [];
  const below = tree(base);
  return Object.entries(over).flatMap(([key, value]) => {
    if (value !== null) return removalsOfNothing(below[key], value, [...path, key]);
    return key in below ? [] : [{ path, key, present: Object.keys(below) }];
  });
}

/** A key that is only unset may be taken away; one that no blueprint can have there is a misspelling. */
export function removalProblems(
  removals: readonly Removal[],
  knownKeys: (path: Path) => readonly string[],
  source: BlueprintSource,
): BlueprintProblem[] {
  return removals.flatMap(({ path, key, present }) => {
    const known = knownKeys(path);
    if (known.includes(key)) return [];
    const [near] = nearest(key, known.length > 0 ? known : present, 1);
    const advice = spacedKey(key) ?? (near === undefined ? "leave it out" : `did you mean "${near}"`);
    const message = `${pathText([...path, key])} does not exist and cannot be removed; ${advice}`;
    return [problem("unknown-name", path, message, source.locate(path, key))];
  });
}
