// Synthesizes every example in one process: each main.ts is a complete program that could also be run alone.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const outdir = process.env.CDKTF_OUTDIR ?? "cdktf.out";
process.env.CDKTF_OUTDIR = outdir;
const manifestPath = join(outdir, "manifest.json");
const merged = { version: "", stacks: {} as Record<string, unknown> };

rmSync(join(outdir, "stacks"), { recursive: true, force: true });
for (const example of readdirSync(__dirname).sort()) {
  const program = join(__dirname, example, "main.ts");
  if (!existsSync(program)) continue;
  require(program);
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as typeof merged;
  merged.version = manifest.version;
  Object.assign(merged.stacks, manifest.stacks);
}
writeFileSync(manifestPath, JSON.stringify(merged, undefined, 2));
