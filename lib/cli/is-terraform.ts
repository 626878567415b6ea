import { readdirSync, readFileSync, statSync } from "node:fs";

/** Whether a path is Terraform's and not a blueprint: a folder with a program, a saved plan, or Terraform's JSON. */
export function isTerraform(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return readdirSync(path).some((name) => /\.(tf|tofu|tf\.json)$/.test(name));
  if (stat === undefined || !path.endsWith(".json")) return stat !== undefined && path.endsWith(".tfplan");
  // A blueprint may be JSON too: Terraform's has one of these at its top.
  return (
    path.endsWith(".tf.json") ||
    /^\s*\{\s*"(format_version|resource|terraform|provider|\/\/)"/.test(readFileSync(path, "utf8"))
  );
}
