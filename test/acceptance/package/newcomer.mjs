// What a newcomer does with the packed package: new, install, review, synth, change a line, make a mistake.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, run, tail } from "../lib/checks.mjs";
import { install, must, npm } from "./install.mjs";

const edit = (file, from, to) => {
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no "${from}" to change`);
  writeFileSync(file, text.replace(from, to));
};

export function newcomersWalk(warpform, tarball) {
  const folder = mkdtempSync(join(tmpdir(), "warpform-newcomer-"));
  const yaml = join(folder, "pilot");
  const typescript = join(folder, "pilot-ts");

  check("newcomer: a new blueprint project installs, reviews without an error and synthesizes", () => {
    must(run(warpform, ["new", "pilot"], { cwd: folder }), "warpform new");
    install(yaml, tarball);
    const review = must(npm(yaml, "run", "review"), "npm run review");
    if (!/^# Design review of pilot/m.test(review)) return `the review begins otherwise: ${review.slice(0, 200)}`;
    must(npm(yaml, "run", "synth"), "npm run synth");
    const stack = join(yaml, "cdktf.out", "stacks", "pilot");
    const missing = ["cdk.tf.json", "review.md", "review.html", "quotas.json", "preflight.sh"].filter(
      (file) => !existsSync(join(stack, file)),
    );
    return missing.length > 0 ? `synth wrote no ${missing.join(", ")}` : undefined;
  });

  check("newcomer: a changed line changes the review", () => {
    const before = npm(yaml, "run", "review").stdout;
    edit(join(yaml, "blueprint.yaml"), "capacityTiB: 2.4", "capacityTiB: 4.8");
    return npm(yaml, "run", "review").stdout === before ? "the review is the same" : undefined;
  });

  check("newcomer: a mistake in the blueprint is told with its line and what to write instead", () => {
    edit(join(yaml, "blueprint.yaml"), "instanceType: p5.48xlarge", "instanceType: p5.48xlagre");
    const result = run("npx", ["--no-install", "warpform", "synth", "blueprint.yaml", "--output", "other.out"], {
      cwd: yaml,
    });
    const told = must(result, "warpform synth", 2);
    const line =
      readFileSync(join(yaml, "blueprint.yaml"), "utf8")
        .split("\n")
        .findIndex((text) => text.includes("xlagre")) + 1;
    if (!told.includes(`blueprint.yaml:${line}:`)) return `it names no line: ${told}`;
    if (!told.includes('did you mean "p5.48xlarge"')) return `it suggests nothing: ${told}`;
    if (/^\s+at /m.test(told)) return `it shows a stack trace: ${told}`;
    return existsSync(join(yaml, "other.out", "stacks")) ? "it left files behind" : undefined;
  });

  check("newcomer: a new TypeScript project installs, type-checks and synthesizes with its review", () => {
    must(run(warpform, ["new", "pilot-ts", "--typescript"], { cwd: folder }), "warpform new --typescript");
    install(typescript, tarball);
    must(npm(typescript, "run", "types"), "npm run types");
    must(npm(typescript, "run", "synth"), "npm run synth");
    const stack = join(typescript, "cdktf.out", "stacks", "pilot-ts");
    return ["cdk.tf.json", "review.html"].every((file) => existsSync(join(stack, file)))
      ? undefined
      : "files are missing";
  });

  check("newcomer: a mistake in the program is told in one message without a stack trace", () => {
    edit(join(typescript, "cluster.ts"), 'model: "llama-3.1-8b"', 'model: "llama-3.1-8"');
    const result = npm(typescript, "run", "synth");
    if (result.status === 0) return "it was accepted";
    if (!result.stderr.includes("nearest are llama-3.1-8b")) return tail(result);
    return /\n\s+at /.test(result.stderr) ? `it shows a stack trace: ${tail(result)}` : undefined;
  });

  rmSync(folder, { recursive: true, force: true });
}
