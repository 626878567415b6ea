import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { ejectBlueprint } from "../../lib/blueprint/eject";
import { loadBlueprint, parseBlueprint } from "../../lib/blueprint/load";
import { blueprints } from "../../scripts/blueprint-reviews";
import { runProgram } from "../run-program";
import { valid } from "./example";

const folder = mkdtempSync(join(tmpdir(), "warpform-eject-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything below a folder by path. */
function filesOf(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, encoding: "utf8", withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [file.slice(directory.length), readFileSync(file, "utf8")]));
}

const beside = /\/(quotas\.json|preflight\.sh|review\.(json|md|html))$/;

/** Runs an ejected program as its user would, and returns the files of its stacks but for the review's. */
function run(program: string, outdir: string): Record<string, string> {
  runProgram(program, outdir);
  const files = filesOf(join(outdir, "stacks"));
  return Object.fromEntries(Object.entries(files).filter(([name]) => !beside.test(name)));
}

describe("an ejected program", () => {
  it.each(["existing-vpc", "lora-spot-ray", "slurm-mixed"])(
    "builds what the blueprint %s builds, byte for byte",
    (name) => {
      const loaded = loadBlueprint([join(blueprints, `${name}.yaml`)]);
      const app = new App({ outdir: join(folder, `${name}-blueprint`) });
      buildBlueprint(app, loaded);
      app.synth();
      const program = ejectBlueprint(loaded.blueprint);
      expect(run(program, join(folder, `${name}-program`))).toEqual(
        filesOf(join(folder, `${name}-blueprint`, "stacks")),
      );
    },
  );

  it("is a program as a person would write it", () => {
    const text = `${valid.replace("name: train\n", "name: train\ndescription: A 70B run\n")}acceptedFindings: [{ rule: monitoring-missing, reason: it is watched elsewhere }]\n`;
    expect(ejectBlueprint(parseBlueprint([{ file: "a.yaml", text }]).blueprint)).toMatchSnapshot();
  });

  it("gives every part a variable of its own, whatever its name", () => {
    const text = valid
      .replace("checkpoints: {}", "checkpoints: {}\n  h100-a: {}\n  app: {}\n  default: {}")
      .replaceAll("h100:", "h100a:")
      .replaceAll("pool: h100", "pool: h100a");
    const program = ejectBlueprint(parseBlueprint([{ file: "a.yaml", text }]).blueprint);
    const variables = [...program.matchAll(/^const (\w+) = new/gm)].map(([, name]) => name);
    expect(variables).toEqual([
      "app",
      "stack",
      "network",
      "fabric",
      "checkpoints",
      "h100A",
      "appBucket",
      "defaultBucket",
      "scratch",
      "h100a",
    ]);
  });
});
