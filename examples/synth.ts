// Synthesizes every example in one process: each main.ts is a complete program that could also be run alone, each blueprint
// what `warpform synth` would make of it.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint, loadBlueprint } from "warpform/blueprint";

const outdir = process.env.CDKTF_OUTDIR ?? "cdktf.out";
process.env.CDKTF_OUTDIR = outdir;
const manifestPath = join(outdir, "manifest.json");
const merged = { version: "", stacks: {} as Record<string, unknown> };

rmSync(join(outdir, "stacks"), { recursive: true, force: true });
const programs = readdirSync(__dirname)
  .sort()
  .map((example) => join(__dirname, example, "main.ts"))
  .filter((program) => existsSync(program))
  .map((program) => () => require(program) as unknown);
const blueprints = join(__dirname, "blueprints");
const loaded = readdirSync(blueprints)
  .sort()
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => () => {
    const app = new App();
    buildBlueprint(app, loadBlueprint([join(blueprints, file)]));
    app.synth();
  });

for (const synthesize of [...programs, ...loaded]) {
  synthesize();
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as typeof merged;
  merged.version = manifest.version;
  Object.assign(merged.stacks, manifest.stacks);
}
writeFileSync(manifestPath, JSON.stringify(merged, undefined, 2));
