import { join } from "node:path";
import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { WarpformError } from "../../errors";
import { cannotWrite, makeFolder } from "../../units/make-folder";
import type { PulumiCloud } from "../clouds/pulumi-cloud";

/** An app that writes what Pulumi uploads to `outdir`. */
export function newApp(name: string, outdir = join(".warpform", name)): App {
  try {
    makeFolder(outdir);
  } catch (error) {
    const message = cannotWrite("outdir", outdir, error);
    throw new WarpformError(name, [{ code: "not-allowed", path: "outdir", message }]);
  }
  return new App({ outdir });
}

/** An empty stack for constructs; without a region, the Pulumi program's provider says where. */
export function newStack(
  app: App,
  name: string,
  region: string | undefined,
  { declareProvider }: Pick<PulumiCloud, "declareProvider">,
): TerraformStack {
  const stack = new TerraformStack(app, name);
  declareProvider(stack, region);
  return stack;
}

/** Text that stands for a value which the Pulumi program only knows later. */
export function inputToken(stack: TerraformStack, name: string): string {
  const variable = new TerraformVariable(stack, `input-${name}`, { type: "string" });
  variable.overrideLogicalId(name);
  return variable.stringValue;
}

/** Makes a value of the constructs an output of the stack. */
export function stackOutput(stack: TerraformStack, name: string, value: unknown): void {
  new TerraformOutput(stack, `output-${name}`, { value }).overrideLogicalId(name);
}
