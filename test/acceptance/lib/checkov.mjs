// Checkov on synthesized stacks. A skip is declared in lib/ with its reason and stands beside the resource in the JSON
// ("//".checkov); a skip whose check does not fail any more is a failure too.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cache, run, tail } from "./checks.mjs";

const checkov = join(cache, "venv-checkov", "bin", "checkov");

export const hasCheckov = () => existsSync(checkov);

/** "check resource" to reason, for every resource that declares one. Checkov names some by type and name, some by name alone. */
function declaredSkips(json) {
  const skips = new Map();
  for (const resources of Object.values(json.resource ?? {})) {
    for (const [name, block] of Object.entries(resources)) {
      for (const { id, reason } of block["//"]?.checkov ?? []) skips.set(`${id} ${name}`, reason);
    }
  }
  return skips;
}

/** What Checkov finds, by stack: a start of it takes longer than a stack does, so it is started once for all. */
export function scanned(stacks) {
  const files = stacks.map(({ directory }) => join(directory, "cdk.tf.json"));
  const args = ["--file", ...files, "--framework", "terraform_json", "--output", "json", "--compact"];
  const result = run(checkov, args, { env: { ...process.env, BC_SKIP_MAPPING: "TRUE", LOG_LEVEL: "ERROR" } });
  if (!result.stdout.trim().startsWith("{")) throw new Error(tail(result));
  const { passed_checks = [], failed_checks = [] } = JSON.parse(result.stdout).results ?? {};
  const of = (rows, directory) => rows.filter((row) => row.file_abs_path === join(directory, "cdk.tf.json"));
  return ({ directory }) => ({ passed: of(passed_checks, directory), failed: of(failed_checks, directory) });
}

/** What fails and is not declared, and what is declared and does not fail. */
export function complaintsOf(json, { passed, failed }) {
  if (passed.length === 0) return ["it checked nothing"];
  const declared = declaredSkips(json);
  const rows = failed.map(({ check_id, check_name, resource }) => ({
    key: `${check_id} ${resource.split(".").at(-1)}`,
    check_name,
  }));
  const stale = [...declared.keys()].filter((key) => !rows.some((row) => row.key === key));
  return [
    ...rows.filter(({ key }) => !declared.has(key)).map(({ key, check_name }) => `${key}: ${check_name}`),
    ...stale.map((key) => `${key}: declared as skipped, but it does not fail`),
  ];
}
