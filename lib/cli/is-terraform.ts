import { readdirSync, readFileSync, statSync } from "node:fs";

/** A saved plan, or a state and its backup. */
const TERRAFORM_FILE = /\.(tfplan|tfstate(\.backup)?)$/;

/** Whether a path is Terraform's and not a blueprint: a folder with a program, a saved plan, a state, or Terraform's JSON. */
export function isTerraform(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return readdirSync(path).some((name) => /\.(tf|tofu|tf\.json)$/.test(name));
  if (stat === undefined || !path.endsWith(".json")) return stat !== undefined && TERRAFORM_FILE.test(path);
  // A blueprint may be JSON too: Terraform's has one of these at its top.
  return (
    path.endsWith(".tf.json") ||
    /^\s*\{\s*"(format_version|resource|terraform|provider|version"\s*:\s*\d+\s*,\s*"terraform_version|\/\/)"/.test(
      readFileSync(path, "utf8"),
    )
  );
}
