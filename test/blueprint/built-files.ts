import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { ejectBlueprint } from "../../lib/blueprint/eject";
import { expandBlueprint } from "../../lib/blueprint/expand";
import { type LoadedBlueprint, parseBlueprint } from "../../lib/blueprint/load";
import { runProgram } from "../run-program";

/** Files of the stacks below a folder by path, but for the review's. */
function stackFiles(outdir: string): Record<string, string> {
  const directory = join(outdir, "stacks");
  const entries = readdirSync(directory, { recursive: true, encoding: "utf8", withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = files.filter((file) => !/\/(quotas\.json|preflight\.sh|review\.(json|md|html))$/.test(file));
  return Object.fromEntries(own.map((file) => [file.slice(directory.length), readFileSync(file, "utf8")]));
}

/** What a blueprint gives: Terraform and its assets, by path. */
export function blueprintFiles(loaded: LoadedBlueprint, outdir: string): Record<string, string> {
  mkdirSync(outdir, { recursive: true });
  const app = new App({ outdir });
  buildBlueprint(app, loaded);
  app.synth();
  return stackFiles(outdir);
}

/** What the expanded blueprint gives. */
export function expandedFiles(loaded: LoadedBlueprint, outdir: string): Record<string, string> {
  return blueprintFiles(parseBlueprint([{ file: "expanded.yaml", text: expandBlueprint(loaded.blueprint) }]), outdir);
}

/** What the program that a blueprint is ejected to gives, run as its user would run it. */
export function ejectedFiles(loaded: LoadedBlueprint, outdir: string): Record<string, string> {
  mkdirSync(outdir, { recursive: true });
  // Random designs have findings, which end a program's synth; here the Terraform is what counts.
  process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS = "true";
  runProgram(ejectBlueprint(loaded.blueprint), outdir);
  delete process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS;
  return stackFiles(outdir);
}
