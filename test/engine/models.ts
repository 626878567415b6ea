// Prints the models of the example blueprints and of random ones, or why they cannot be built: of constructs on CDK for Terraform, or, with
// "designs", on the engine of designs.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { stringify } from "yaml";
import { designsOnly } from "../../lib/engine/design-engine";

const [engine, runs] = process.argv.slice(2);
if (engine === "designs") designsOnly();

const { buildInMemory, buildTextsInMemory } =
  require("../../lib/cli/build-in-memory") as typeof import("../../lib/cli/build-in-memory");
const { arbitraryBlueprint } =
  require("../blueprint/arbitrary-blueprint") as typeof import("../blueprint/arbitrary-blueprint");

function line(name: string, build: () => ReturnType<typeof buildInMemory>): void {
  let model: string;
  try {
    model = JSON.stringify(build().stacks.map(({ cluster }) => cluster));
  } catch (error) {
    model = String(error);
  }
  // A digest for each part: the whole of all is 20 MB.
  console.log(`${name} ${createHash("sha256").update(model).digest("hex")} ${model.slice(0, 4000)}`);
}

const folder = join(__dirname, "../../examples/blueprints");
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
for (const file of files) line(file, () => buildInMemory([join(folder, file)], []));
// An example keeps its state where Terraform runs.
line("with state", () => buildInMemory([join(folder, "training-16-p5.yaml")], ["state.bucket=company-state"]));

fc.sample(arbitraryBlueprint(), { seed: 16, numRuns: Number(runs) }).forEach((blueprint, index) => {
  const text = stringify(blueprint);
  line(`random ${index}`, () => buildTextsInMemory([{ file: "random.yaml", text }], []));
  // Mistakes that only the finished tree shows must be found too: a pool that nobody starts, texts that AWS refuses.
  const { fleets: _, slurm: __, kubeRay: ___, ...alone } = blueprint;
  const tagged = {
    ...alone,
    pools: Object.fromEntries(
      Object.entries(alone.pools ?? {}).map(([name, pool]) => [name, { ...pool, tags: { team: "a\u0000" } }]),
    ),
  };
  line(`mistaken ${index}`, () => buildTextsInMemory([{ file: "random.yaml", text: stringify(tagged) }], []));
});
const loaded = Object.keys(require.cache).filter((file) => /node_modules\/(@?cdkt[fn]|constructs)\//.test(file));
console.log(`modules of an engine: ${loaded.length}`);
