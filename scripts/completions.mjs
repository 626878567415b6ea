// Keeps the completion scripts of the command line that was just built, for `warpform completion` to print.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const cli = join(import.meta.dirname, "..", "dist", "lib", "cli");
const scripts = ["bash", "zsh", "fish"].map((shell) => [
  shell,
  execFileSync(process.execPath, [join(cli, "bin.js"), "completion", shell], { encoding: "utf8" }),
]);
mkdirSync(join(cli, "completions"));
for (const [shell, text] of scripts) writeFileSync(join(cli, "completions", shell), text);
