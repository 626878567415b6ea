// Each example blueprint ejected by the packed command line: the program type-checks and builds the same Terraform.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, root, run, tail } from "../lib/checks.mjs";

const blueprints = join(root, "examples", "blueprints");

/** Runs the packed command line with each list of arguments, in one process, since loading it takes longest. */
const COMMANDS = `
const { run } = require(process.argv[1]);
(async () => {
  for (const args of JSON.parse(process.argv[2])) {
    const status = await run(["node", "warpform", ...args]);
    if (status !== 0) throw new Error("warpform " + args.join(" ") + " ended with " + status);
  }
})();`;

/** Runs programs in one process, each with a folder to write to. */
const PROGRAMS = `
for (const [program, outdir] of JSON.parse(process.argv[1])) {
  process.env.CDKTF_OUTDIR = outdir;
  require(program);
}`;

export function ejectedPrograms(project) {
  const node = (program, ...args) => {
    const result = run(process.execPath, ["-e", program, ...args], { cwd: project });
    if (result.status !== 0) throw new Error(tail(result));
  };
  const names = readdirSync(blueprints)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -5))
    .sort();
  let ran = false;

  check("eject: the programs of all example blueprints type-check and run", () => {
    for (const name of names) cpSync(join(blueprints, `${name}.yaml`), join(project, `${name}.yaml`));
    const program = join(project, "node_modules/warpform/dist/lib/cli/program.js");
    const ejected = names.map((name) => ["eject", `${name}.yaml`, "--output", `${name}.ts`]);
    const synthesized = names.map((name) => ["synth", `${name}.yaml`, "--output", `${name}-yaml`]);
    // a process that has looked at designs without an engine cannot synthesize
    for (const commands of [ejected, synthesized]) node(COMMANDS, program, JSON.stringify(commands));
    const compilerOptions = {
      strict: true,
      skipLibCheck: true,
      module: "node16",
      target: "es2022",
      types: ["node"],
      outDir: "ejected",
    };
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: names.map((name) => `${name}.ts`) }),
    );
    const checked = run(join(project, "node_modules", ".bin", "tsc"), ["-p", "."], { cwd: project });
    if (checked.status !== 0) return tail(checked);
    node(PROGRAMS, JSON.stringify(names.map((name) => [join(project, "ejected", `${name}.js`), `${name}-ts`])));
    ran = true;
    return undefined;
  });

  for (const name of ran ? names : []) {
    check(`eject: the program of ${name} builds the blueprint's Terraform, byte for byte`, () => {
      const text = (kind) => {
        const stacks = join(project, `${name}-${kind}`, "stacks");
        return readFileSync(join(stacks, readdirSync(stacks)[0], "cdk.tf.json"), "utf8");
      };
      return text("yaml") === text("ts") ? undefined : "the Terraform differs";
    });
  }
}
