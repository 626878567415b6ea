import { expandBlueprint } from "../blueprint/expand";
import { buildInMemory } from "./build-in-memory";

/** Prints a blueprint with all that holds in it. It is built first, so that its mistakes are told as its own. */
export function expandCommand(paths: readonly string[], { set }: { readonly set: readonly string[] }): void {
  process.stdout.write(expandBlueprint(buildInMemory(paths, set).loaded.blueprint));
}
