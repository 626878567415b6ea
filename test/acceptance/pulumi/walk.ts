// Synthesized stacks against a mocked engine: same resources, values, references and dependencies. The arguments are the folders
// of the stacks; one line of JSON a stack.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compareStack } from "./compare-stack";

async function main(): Promise<void> {
  for (const directory of process.argv.slice(2)) {
    const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
    const { problems } = await compareStack(json, directory).catch((error: Error) => ({ problems: [error.message] }));
    console.log(JSON.stringify({ stack: basename(directory), problems }));
  }
}
void main();
