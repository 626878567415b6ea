import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readBlueprint } from "../blueprint/load";
import { type Built, buildIn } from "./build-in";
import { refuse } from "./command-error";

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
  const made = makeFolder(outdir);
  try {
    return write(buildIn(loaded, outdir));
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true });
    throw error;
  }
}

/** The folder of the stacks; the topmost folder that was made for it, undefined where all were there. */
function makeFolder(outdir: string): string | undefined {
  try {
    return mkdirSync(join(outdir, "stacks"), { recursive: true });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown error";
    const message = `output must be a directory that can be written, got ${outdir} (${reason}); name another directory`;
    return refuse("synth", "not-allowed", "output", message);
  }
}
