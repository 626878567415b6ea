import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { type BuiltBlueprint, buildBlueprint } from "../blueprint/build";
import { type LoadedBlueprint, readBlueprint } from "../blueprint/load";

type Built = BuiltBlueprint & { readonly app: App; readonly loaded: LoadedBlueprint };

/** A blueprint from files, built to be looked at: nothing stays on the disk. */
export function buildInMemory(paths: readonly string[], settings: readonly string[]): Built {
  const loaded = readBlueprint(paths, settings);
  const outdir = mkdtempSync(join(tmpdir(), "warpform-"));
  try {
    return build(loaded, outdir);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/**
 * A blueprint from files, built to be synthesized into `outdir` by `write`; where it has mistakes, or `write` cannot end, no
 * folder is left behind that was not there.
 */
export function buildForSynth<T>(
  paths: readonly string[],
  settings: readonly string[],
  outdir: string,
  write: (built: Built) => T,
): T {
  const loaded = readBlueprint(paths, settings);
  const made = mkdirSync(join(outdir, "stacks"), { recursive: true });
  try {
    return write(build(loaded, outdir));
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true });
    throw error;
  }
}

function build(loaded: LoadedBlueprint, outdir: string): Built {
  const app = new App({ outdir });
  return { app, loaded, ...buildBlueprint(app, loaded) };
}
