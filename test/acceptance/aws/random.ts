// Synthesizes random blueprints into a folder; prints, one per line, the paths of their cdk.tf.json files. What is refused with a
// message for its owner makes no request, and is left out.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { App } from "cdktf";
import fc from "fast-check";
import { buildBlueprint } from "../../../lib/blueprint/build";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { BlueprintError } from "../../../lib/blueprint/reader/blueprint-error";
import { arbitraryBlueprintText } from "../../blueprint/arbitrary-blueprint";

const [folder, numRuns, seed] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];

function synthesize(text: string, index: number): void {
  const app = new App({ outdir: join(folder, String(index)) });
  const { stacks } = buildBlueprint(app, parseBlueprint([{ file: `${index}.yaml`, text }]));
  app.synth();
  for (const { stack } of stacks) console.log(join(app.outdir, "stacks", stack.node.id, "cdk.tf.json"));
}

mkdirSync(folder, { recursive: true });
fc.sample(arbitraryBlueprintText(), { numRuns, seed }).forEach((text, index) => {
  try {
    synthesize(text, index);
  } catch (error) {
    if (!(error instanceof BlueprintError)) throw error;
  }
});
