import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ejectBlueprint } from "../../lib/blueprint/eject";
import { loadBlueprint, parseBlueprint } from "../../lib/blueprint/load";
import { blueprints } from "../../scripts/blueprint-reviews";
import { blueprintFiles, ejectedFiles } from "./built-files";
import { valid } from "./example";

const folder = mkdtempSync(join(tmpdir(), "warpform-eject-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("an ejected program", () => {
  it.each(["existing-vpc", "lora-spot-ray", "slurm-mixed"])(
    "builds what the blueprint %s builds, byte for byte",
    (name) => {
      const loaded = loadBlueprint([join(blueprints, `${name}.yaml`)]);
      expect(ejectedFiles(loaded, join(folder, `${name}-program`))).toEqual(
        blueprintFiles(loaded, join(folder, `${name}-blueprint`)),
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
