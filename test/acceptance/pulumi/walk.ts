// One synthesized stack against a mocked engine: same resources, values, references and dependencies.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareStack } from "./compare-stack";

const directory = process.argv[2]!;

async function main(): Promise<void> {
  const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
  const { problems, resources } = await compareStack(json, directory);
  console.log(problems.join("\n") || `${resources} resources agree`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
void main();
