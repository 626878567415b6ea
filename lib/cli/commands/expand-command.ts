import { parse } from "yaml";
import { expandBlueprint } from "../../blueprint/expand";
import { buildInMemory } from "../build-in-memory";
import { yamlText } from "../terminal/yaml-text";

/** Prints a blueprint with all that holds in it. It is built first, so that its mistakes are told as its own. */
export function expandCommand(
  paths: readonly string[],
  { set, json }: { readonly set: readonly string[]; readonly json?: boolean },
): void {
  const text = expandBlueprint(buildInMemory(paths, set).loaded.blueprint);
  process.stdout.write(json ? `${JSON.stringify(parse(text), undefined, 2)}\n` : yamlText(text));
}
