import { nearest } from "../../units/nearest";
import { type BlueprintProblem, problem } from "./blueprint-error";
import { NAMED_SECTIONS } from "./check-names";
import type { BlueprintSource } from "./source";

/**
 * What settings add to a part that the files do not have, but one of nearly that name: `pools.h10.nodes.max=8` would make a new
 * pool, which then lacks all that a pool requires.
 */
export function misnamed(
  problems: readonly BlueprintProblem[],
  files: unknown,
  source: BlueprintSource,
): BlueprintProblem[] {
  const known = (files ?? {}) as Readonly<Record<string, unknown>>;
  const found = new Map<string, BlueprintProblem>();
  for (const { code, path } of problems) {
    const [, section, name] = /^(\w+)\.([\w-]+)\./.exec(path) ?? [];
    if (code !== "required" || section === undefined || name === undefined) continue;
    if (!(NAMED_SECTIONS as readonly string[]).includes(section)) continue;
    const names = Object.keys((known[section] ?? {}) as object);
    const [near] = names.includes(name) ? [] : nearest(name, names, 1);
    if (near === undefined) continue;
    const message = `${section} has no "${name}"; did you mean "${near}"`;
    found.set(`${section}.${name}`, problem("unknown-name", [section, name], message, source.locate([section], name)));
  }
  return [...found.values()];
}
