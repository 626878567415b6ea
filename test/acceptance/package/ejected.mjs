// Each example blueprint ejected by the packed command line: the program type-checks and builds the same Terraform.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, root, run, tail } from "../lib/checks.mjs";

const blueprints = join(root, "examples", "blueprints");

export function ejectedPrograms(project) {
  const warpform = join(project, "node_modules", ".bin", "warpform");
  const names = readdirSync(blueprints)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -5))
    .sort();

  check("eject: the programs of all example blueprints type-check", () => {
    for (const name of names) {
      cpSync(join(blueprints, `${name}.yaml`), join(project, `${name}.yaml`));
      const ejected = run(warpform, ["eject", `${name}.yaml`, "--output", `${name}.ts`], { cwd: project });
      if (ejected.status !== 0) return `${name}: ${tail(ejected)}`;
    }
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
    return checked.status === 0 ? undefined : tail(checked);
  });

  for (const name of names) {
    check(`eject: the program of ${name} builds the blueprint's Terraform, byte for byte`, () => {
      const synth = run(warpform, ["synth", `${name}.yaml`, "--output", `${name}-yaml`], { cwd: project });
      if (synth.status !== 0) return tail(synth);
      const env = { ...process.env, CDKTF_OUTDIR: `${name}-ts` };
      const program = run(process.execPath, [join("ejected", `${name}.js`)], { cwd: project, env });
      if (program.status !== 0) return tail(program);
      const text = (kind) => {
        const stacks = join(project, `${name}-${kind}`, "stacks");
        return readFileSync(join(stacks, readdirSync(stacks)[0], "cdk.tf.json"), "utf8");
      };
      return text("yaml") === text("ts") ? undefined : "the Terraform differs";
    });
  }
}
