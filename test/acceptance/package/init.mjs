// What `warpform init` writes for each engine and place installs, type-checks and passes its own test, which sees an error of the design.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, run, tail } from "../lib/checks.mjs";
import { install, must, npm } from "./install.mjs";

const TRAINING = ["--model", "llama-3.1-8b", "--tokens", "20B", "--deadline-days", "14"];
const H100 = ["--instance-type", "p5.48xlarge"];
const AZURE = ["--cloud", "azure", "--instance-type", "Standard_ND96isr_H100_v5"];
const EXISTING = [
  "--cloud",
  "kubernetes",
  "--platform",
  "coreweave",
  "--instance-type",
  "gd-8xh100ib-i128",
  "--nodes",
  "2",
];
/** What a project is for, its options, the file of its design, scripts that must pass, and what `init` shows. */
const PROJECTS = [
  ["yaml", [...H100, "--engine", "yaml"], "blueprint.yaml", ["synth"], /x p5\.48xlarge/],
  ["cdktn", [...H100, "--engine", "cdktn"], "cluster.ts", ["types", "synth"], /x p5\.48xlarge/],
  ["pulumi", [...H100, "--engine", "pulumi"], "cluster.ts", ["types"], /x p5\.48xlarge/],
  ["azure", AZURE, "blueprint.yaml", ["synth"], /x Standard_ND96isr_H100_v5/],
  ["kubernetes", EXISTING, "blueprint.yaml", ["synth"], /no designs are\s+ranked/],
];

export function initialProjects(warpform, tarball) {
  const folder = mkdtempSync(join(tmpdir(), "warpform-init-"));
  for (const [what, options, design, scripts, shows] of PROJECTS) {
    check(`init: a project for ${what} installs and passes its test, which fails on an error of the design`, () => {
      const project = join(folder, `on-${what}`);
      const plan = must(
        run(warpform, ["init", project, ...TRAINING, ...options, "--yes"], { cwd: folder }),
        "warpform init",
      );
      if (!shows.test(plan)) return `it shows no design: ${plan.slice(0, 300)}`;
      install(project, tarball);
      for (const script of scripts) must(npm(project, "run", script), `npm run ${script}`);
      must(npm(project, "test"), "npm test");
      const file = join(project, design);
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace(/deadlineDays: 14/, "deadlineDays: 0.01"));
      const failed = npm(project, "test");
      if (failed.status === 0) return "its test passes a design that misses its deadline";
      return /deadline/.test(failed.stdout + failed.stderr)
        ? undefined
        : `its test fails for another reason: ${tail(failed)}`;
    });
  }
  rmSync(folder, { recursive: true, force: true });
}
