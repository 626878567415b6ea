// Checkov on every example's cdk.tf.json. A skip is declared in lib/ with its reason and stands beside the resource in the
// JSON ("//".checkov); a skip whose check does not fail any more is a failure too.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cache, check, finish, run, skip, synthesizedStacks, tail } from "../lib/checks.mjs";

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

const checkov = join(cache, "venv-checkov", "bin", "checkov");
for (const { name, directory, json } of synthesizedStacks()) {
  const title = `Checkov on ${name}`;
  if (!existsSync(checkov)) {
    skip(title, "Checkov is not installed; .ci/tools installs it");
    continue;
  }
  check(title, () => {
    const args = [
      "--file",
      join(directory, "cdk.tf.json"),
      "--framework",
      "terraform_json",
      "--output",
      "json",
      "--quiet",
      "--compact",
    ];
    const result = run(checkov, args, { env: { ...process.env, BC_SKIP_MAPPING: "TRUE", LOG_LEVEL: "ERROR" } });
    if (!result.stdout.trim().startsWith("{")) return tail(result);
    const report = JSON.parse(result.stdout);
    const { summary, results } = report.results ? report : { summary: report, results: { failed_checks: [] } };
    if (!(summary.passed > 0)) return "it checked nothing";
    const declared = declaredSkips(json);
    const failed = results.failed_checks.map(({ check_id, check_name, resource }) => ({
      key: `${check_id} ${resource.split(".").at(-1)}`,
      check_name,
    }));
    const undeclared = failed
      .filter(({ key }) => !declared.has(key))
      .map(({ key, check_name }) => `${key}: ${check_name}`);
    const stale = [...declared.keys()]
      .filter((key) => !failed.some((row) => row.key === key))
      .map((key) => `${key}: declared as skipped, but it does not fail`);
    const complaints = [...undeclared, ...stale];
    return complaints.length === 0
      ? undefined
      : `${complaints.length} complaints\n    ${complaints.slice(0, 40).join("\n    ")}`;
  });
}
finish();
