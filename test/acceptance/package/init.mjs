// What `warpform init` writes for each engine installs, type-checks and passes its own test, which sees an error of the design.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, run, tail } from "../lib/checks.mjs";
import { install, must, npm } from "./install.mjs";

const TRAINING = [
  "--model",
  "llama-3.1-8b",
  "--tokens",
  "20B",
  "--deadline-days",
  "14",
  "--instance-type",
  "p5.48xlarge",
];
const ENGINES = [
  ["yaml", "blueprint.yaml", []],
  ["cdktn", "cluster.ts", ["types", "synth"]],
  ["pulumi", "cluster.ts", ["types"]],
];

export function initialProjects(warpform, tarball) {
  const folder = mkdtempSync(join(tmpdir(), "warpform-init-"));
  for (const [engine, design, scripts] of ENGINES) {
    check(`init: a project for ${engine} installs and passes its test, which fails on an error of the design`, () => {
      const project = join(folder, `on-${engine}`);
      const plan = must(
        run(warpform, ["init", project, ...TRAINING, "--engine", engine, "--yes"], { cwd: folder }),
        "warpform init",
      );
      if (!/x p5\.48xlarge/.test(plan)) return `it shows no design: ${plan.slice(0, 300)}`;
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
