import { join } from "node:path";
import { readBlueprint } from "../blueprint/load";
import { type Built, buildIn } from "./build-in";
import { inOutputFolder } from "./output-folder";

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
  return inOutputFolder("synth", "--output", outdir, () => write(buildIn(loaded, outdir)), join(outdir, "stacks"));
}
