// Random valid blueprints as Pulumi programs against a mocked engine: same resources, values, references and dependencies as
// their Terraform. The arguments are a seed and how many.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import fc from "fast-check";
import { type BuiltStack, buildBlueprint } from "../../../lib/blueprint/build";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { BlueprintError } from "../../../lib/blueprint/reader/blueprint-error";
import { arbitraryBlueprintText } from "../../blueprint/arbitrary-blueprint";
import { compareStack } from "./compare-stack";

const [seed, count] = process.argv.slice(2).map(Number) as [number, number];
const directory = mkdtempSync(join(tmpdir(), "warpform-fuzz-"));
process.on("exit", () => rmSync(directory, { recursive: true }));

async function main(): Promise<void> {
  let resources = 0;
  let refused = 0;
  const types = new Set<string>();
  for (const [index, text] of fc.sample(arbitraryBlueprintText(), { numRuns: count, seed }).entries()) {
    const app = new App({ outdir: join(directory, String(index)) });
    let stacks: readonly BuiltStack[];
    try {
      stacks = buildBlueprint(app, parseBlueprint([{ file: "a.yaml", text }])).stacks;
      app.synth();
    } catch (error) {
      // whether random blueprints are valid is test/acceptance/blueprints' business
      if (!(error instanceof BlueprintError)) throw error;
      refused++;
      continue;
    }
    for (const { stack } of stacks) {
      const folder = join(app.outdir, "stacks", stack.node.id);
      const json = JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8"));
      const compared = await compareStack(json, folder);
      resources += compared.resources;
      for (const type of Object.keys(json.resource)) types.add(type);
      if (compared.problems.length === 0) continue;
      console.log(`${compared.problems.slice(0, 10).join("\n")}\nseed ${seed}, blueprint ${index}:\n${text}`);
      process.exitCode = 1;
      return;
    }
  }
  if (refused > count / 10) process.exitCode = 1;
  console.log(
    `${count - refused} blueprints (${refused} refused), ${resources} resources of ${types.size} types agree`,
  );
}
void main();
