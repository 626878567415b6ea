import { App } from "cdktf";
import { type BuiltBlueprint, buildBlueprint } from "../blueprint/build";
import type { LoadedBlueprint } from "../blueprint/load";

export type Built = BuiltBlueprint & { readonly app: App; readonly loaded: LoadedBlueprint };

/** A blueprint built on whichever engine the process has: an app that can be synthesized into `outdir`, or a design to look at. */
export function buildIn(loaded: LoadedBlueprint, outdir: string): Built {
  const app = new App({ outdir });
  return { app, loaded, ...buildBlueprint(app, loaded) };
}
