import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { App } from "cdktf";
import { type BuiltBlueprint, buildBlueprint } from "../blueprint/build";
import { type LoadedBlueprint, loadBlueprint } from "../blueprint/load";

/**
 * A blueprint from files, built; nothing is written until `app.synth()`.
 *
 * @param outdir where `app.synth()` writes; made if need be, and taken away again where the blueprint cannot be built
 */
export function buildInMemory(
  paths: readonly string[],
  settings: readonly string[],
  outdir: string = tmpdir(),
): BuiltBlueprint & { readonly app: App; readonly loaded: LoadedBlueprint } {
  const loaded = loadBlueprint(paths, settings);
  const made = mkdirSync(outdir, { recursive: true });
  try {
    const app = new App({ outdir });
    return { app, loaded, ...buildBlueprint(app, loaded) };
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true });
    throw error;
  }
}
