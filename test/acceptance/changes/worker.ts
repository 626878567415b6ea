// Synthesizes the variants of a blueprint that run.mjs asks for: the arguments are a blueprint, a folder and the variants as JSON.
import { join } from "node:path";
import { TerraformResource, TerraformStack } from "cdktf";
import { buildForSynth } from "../../../lib/cli/build-for-synth";

interface Variant {
  readonly name: string;
  readonly settings: readonly string[];
  /** Types whose resources get other addresses. */
  readonly rename?: readonly string[];
  /** Whether the renamed ones say where they come from, as CONTRIBUTING.md asks for. */
  readonly moved?: boolean;
  /** Addresses that Terraform is told to forget. */
  readonly forget?: readonly string[];
}

const [blueprint, folder, variants] = process.argv.slice(2) as [string, string, string];

const naming = TerraformStack.prototype as unknown as { allocateLogicalId(element: object): string };
const usual = naming.allocateLogicalId;

for (const { name, settings, rename = [], moved, forget = [] } of JSON.parse(variants) as Variant[]) {
  // as a version of the library would in which these constructs have other ids
  naming.allocateLogicalId = function (element) {
    const id = usual.call(this, element);
    const isRenamed =
      TerraformResource.isTerraformResource(element) &&
      (rename.includes("*") || rename.includes(element.terraformResourceType));
    return isRenamed ? `renamed_${id}` : id;
  };
  const { app } = buildForSynth([blueprint], settings, join(folder, name), (built) => built);
  const stack = app.node.children[0] as TerraformStack;
  for (const resource of stack.node.findAll().filter(TerraformResource.isTerraformResource)) {
    const { terraformResourceType: type, friendlyUniqueId: id } = resource;
    if (moved && id.startsWith("renamed_")) resource.moveFromId(`${type}.${id.slice("renamed_".length)}`);
  }
  if (forget.length > 0) {
    stack.addOverride(
      "removed",
      forget.map((from) => ({ from, lifecycle: { destroy: false } })),
    );
  }
  app.synth();
}
