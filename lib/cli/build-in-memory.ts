import { App } from "cdktf";
import { type BuiltBlueprint, buildBlueprint } from "../blueprint/build";
import { type LoadedBlueprint, loadBlueprint } from "../blueprint/load";

/** A blueprint from files, built; nothing is written until `app.synth()`. */
export function buildInMemory(
  paths: readonly string[],
  settings: readonly string[],
  outdir: string,
): BuiltBlueprint & { readonly app: App; readonly loaded: LoadedBlueprint } {
  const loaded = loadBlueprint(paths, settings);
  const app = new App({ outdir });
  return { app, loaded, ...buildBlueprint(app, loaded) };
}
