// What the commands show on a real terminal of 80 columns: no line is wider.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, root, skip } from "../lib/checks.mjs";

const WRONG = `apiVersion: warpform/v1
name: wrong
network: { availabilityZone: us-east-2a }
pools: { h100: { instanceType: p5.48xlagre, nodes: { min: 1, max: 2 }, placement: spread, tags: { a: b } } }
`;

/** Every command, with what makes its lines long. What is a file by itself (diagram, schema, completion) is left out. */
function commands(folder) {
  const blueprint = (name) => join("node_modules/warpform/examples/blueprints", `${name}.yaml`);
  const training = blueprint("training-16-p5");
  const serving = blueprint("inference-small-g6e");
  const wrong = join(folder, "wrong.yaml");
  writeFileSync(wrong, WRONG);
  const workload = ["--model", "llama-3.1-8b", "--tokens", "20B", "--deadline-days", "14", "--yes"];
  return [
    ["--help"],
    ["expand", training],
    ["expand", serving],
    ["catalog"],
    ["catalog", "--models"],
    ["catalog", "p5.48xlarge"],
    ["catalog", "H100-SXM-80GB"],
    ["catalog", "llama-3.1-70b"],
    ["catalog", "g6"],
    ["explain"],
    ["explain", "efa-missing"],
    ["plan", training],
    ["plan"],
    ["compare", training, serving],
    ["compare", training, "--markets"],
    ["review", training],
    ["review", blueprint("inference-multi-region")],
    ["review", wrong],
    ["diff", training, blueprint("training-8-p5en")],
    ["prices", "refresh", "--region", "us-east-2", "--from", training],
    ["images", serving],
    ["bundle", join(root, "examples/on-premises/site.yaml"), "--output", join(folder, "bundle")],
    ["synth", training, "--output", join(folder, "synth")],
    ["eject", training, "--output", join(folder, "main.ts")],
    ["new", join(folder, "started-with-new")],
    ["init", join(folder, "started"), ...workload],
  ];
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The lines of a terminal, which `script` of util-linux makes. */
function shown(project, args) {
  const command = [join("node_modules", ".bin", "warpform"), ...args].map(quoted).join(" ");
  const { CI: _ci, FORCE_COLOR: _colors, ...env } = process.env;
  const { stdout, status } = spawnSync("script", ["-qec", `stty cols 80 rows 24; ${command}`, "/dev/null"], {
    cwd: project,
    encoding: "utf8",
    env: { ...env, NO_COLOR: "1", TERM: "xterm" },
  });
  // 1 and 2 are findings and mistakes, 10 and 20 what diff says.
  if (![0, 1, 2, 10, 20].includes(status)) throw new Error(`warpform ${args.join(" ")} ends with ${status}: ${stdout}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes of a terminal are looked for
  return stdout.split(/\r?\n|\r/).map((line) => line.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, ""));
}

export function eightyColumns(project) {
  const name = "on a terminal of 80 columns, every command's output fits";
  if (process.platform !== "linux" || !existsSync("/usr/bin/script")) return skip(name, "no script of util-linux");
  const folder = mkdtempSync(join(tmpdir(), "warpform-columns-"));
  check(name, () => {
    for (const args of commands(folder)) {
      const lines = shown(project, args);
      if (lines.every((line) => line === "")) return `warpform ${args.join(" ")} shows nothing`;
      const wide = lines.find((line) => [...line].length > 80);
      if (wide !== undefined) return `warpform ${args.join(" ")} shows ${[...wide].length} columns: ${wide}`;
    }
    return undefined;
  });
  rmSync(folder, { recursive: true, force: true });
}
