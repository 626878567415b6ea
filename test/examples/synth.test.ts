import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressesGone } from "../../lib/diff/addresses";
import { readStack } from "../../lib/diff/terraform-stack";
import { knownAddresses } from "../../scripts/example-addresses";
import { runProgram } from "../run-program";
import { unruledAttributes } from "../unruled-attributes";

const examples = join(__dirname, "../../examples");
const names = readdirSync(examples)
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
function terraformOf(example: string): Record<string, unknown> {
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

/** What a snapshot holds on to: all but the texts of bundled programs, which are tested by themselves. */
function comparable(terraform: Record<string, unknown>): unknown {
  const bundles = ["slurm/setup.json", "slurm/slurm.json"];
  return JSON.parse(JSON.stringify(terraform), (_, value) =>
    bundles.includes(value?.key) ? { ...value, content: "(programs)" } : value,
  );
}

describe.each(names)("the example %s", (name) => {
  const first = terraformOf(name);

  it("gives the Terraform that was looked at", () => {
    expect(comparable(first)).toMatchSnapshot();
  });

  it("keeps the address of every resource, or moves it: CONTRIBUTING.md, Addresses, says what to do", () => {
    for (const [name, terraform] of Object.entries(first)) {
      const stack = readStack(JSON.stringify(terraform), name);
      const known = knownAddresses()[name] ?? [];
      expect(addressesGone(known, stack)).toEqual([]);
      expect([...stack.resources.keys()].filter((address) => !known.includes(address))).toEqual([]);
    }
  });

  it("writes no attribute of which the comparison can't say what a change does", () => {
    for (const [name, terraform] of Object.entries(first)) {
      expect(unruledAttributes(readStack(JSON.stringify(terraform), name))).toEqual([]);
    }
  });

  it("gives the same bytes a second time", () => {
    expect(JSON.stringify(terraformOf(name))).toBe(JSON.stringify(first));
  });
});
