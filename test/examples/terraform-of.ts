import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../run-program";

export const examples = join(__dirname, "../../examples");
/** The examples that are programs. */
export const exampleNames = readdirSync(examples)
  .sort()
  .filter((name) => existsSync(join(examples, name, "main.ts")));

/** The manifests of a stack's local charts, by path without the hash of their content. */
function chartsOf(stack: string): { readonly charts?: Record<string, string> } {
  if (!existsSync(join(stack, "assets"))) return {};
  const paths = readdirSync(join(stack, "assets"), { recursive: true, encoding: "utf8" }).sort();
  const manifests = paths.filter((path) => path.endsWith(".yaml"));
  const withoutHash = (path: string) => path.split("/").toSpliced(1, 1).join("/");
  const texts = manifests.map((path) => [withoutHash(path), readFileSync(join(stack, "assets", path), "utf8")]);
  return { charts: Object.fromEntries(texts) };
}

/** Runs an example as its user would and returns the Terraform of its stacks by name. */
export function terraformOf(example: string): Record<string, unknown> {
  const outdir = mkdtempSync(join(tmpdir(), "warpform-example-"));
  try {
    runProgram(readFileSync(join(examples, example, "main.ts"), "utf8"), outdir);
    const stacks = join(outdir, "stacks");
    // the default backend names a file below the working directory, which is another on every machine
    const read = (stack: string) =>
      readFileSync(join(stacks, stack, "cdk.tf.json"), "utf8").replaceAll(process.cwd(), ".");
    return Object.fromEntries(
      readdirSync(stacks).map((stack) => [stack, { ...JSON.parse(read(stack)), ...chartsOf(join(stacks, stack)) }]),
    );
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
