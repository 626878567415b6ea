import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { stringify } from "yaml";
import { buildBlueprint } from "../../lib/blueprint/build";
import { parseBlueprint } from "../../lib/blueprint/load";
import { runProgram } from "../run-program";
import { coveringBlueprints } from "./blueprints";
import { disagreements } from "./disagreements";

const examples = join(__dirname, "../../examples");

function ofBlueprint(text: string) {
  const { stacks } = buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text }]));
  return stacks.flatMap(({ stack }) => disagreements(stack));
}

/** The stacks of a program's app, where it would be synthesized. */
function stacksOf(program: string): TerraformStack[] {
  const stacks: TerraformStack[] = [];
  const synth = jest.spyOn(App.prototype, "synth").mockImplementation(function (this: App) {
    stacks.push(...this.node.findAll().filter((one): one is TerraformStack => TerraformStack.isStack(one)));
  });
  runProgram(program, "unused");
  synth.mockRestore();
  return stacks;
}

describe("constructs and their Terraform agree", () => {
  // what is read from Terraform are resources of AWS
  const programs = readdirSync(examples).filter(
    (name) => existsSync(join(examples, name, "main.ts")) && !name.startsWith("azure-"),
  );
  it.each(programs)("in the example %s", (name) => {
    const stacks = stacksOf(readFileSync(join(examples, name, "main.ts"), "utf8"));
    expect(stacks).not.toEqual([]);
    expect(stacks.flatMap(disagreements)).toEqual([]);
  });

  const blueprints = readdirSync(join(examples, "blueprints")).filter((name) => name.endsWith(".yaml"));
  const texts = blueprints.map((name) => [name, readFileSync(join(examples, "blueprints", name), "utf8")] as const);
  // what is read from Terraform are resources of AWS
  it.each(texts.filter(([, text]) => !/^cloud: azure$/m.test(text)))("in the blueprint %s", (_, text) => {
    expect(ofBlueprint(text)).toEqual([]);
  });

  it("in random blueprints that show each value of each key with each adopter", () => {
    for (const blueprint of coveringBlueprints(400, 20_261_122)) {
      const text = stringify(blueprint);
      expect({ text, found: ofBlueprint(text) }).toEqual({ text, found: [] });
    }
  });
});
