// The real terraform through init, validate, plan, apply, an empty second plan and destroy on every Azure construct, and Checkov's
// checks of Azure on the same stacks.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complaintsOf, hasCheckov, scanned } from "../lib/checkov.mjs";
import { check, finish, root, run, skip, tail } from "../lib/checks.mjs";
import { offline, whyNotOffline } from "../lib/offline.mjs";

const folder = mkdtempSync(join(tmpdir(), "warpform-azure-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
// Azure takes minutes to know a role everywhere, which a stack waits for; here there is nothing to wait for
writeFileSync(join(folder, "sleep"), "#!/bin/sh\n", { mode: 0o755 });
process.env.PATH = `${folder}:${process.env.PATH}`;
const program = join(import.meta.dirname, "program.ts");

check("the Azure program synthesizes", () => {
  const made = run(join(root, "node_modules/.bin/tsx"), [program, folder], { cwd: root });
  return made.status === 0 ? undefined : tail(made);
});
const stacks = [
  "flexible",
  "uniform",
  "slurm",
  "full",
  "existing",
  "aks",
  "aks-open",
  "aks-shared",
  "aks-racks",
  "aks-nap",
].map((name) => ({
  name,
  directory: join(folder, "stacks", name),
}));
const why = whyNotOffline("terraform");
for (const { name, directory } of stacks) {
  const title = `terraform cycle of Azure, ${name}`;
  if (why !== undefined) skip(title, why);
  else
    check(title, () => {
      const result = offline("terraform", directory);
      return result.status === 0 ? undefined : tail(result);
    });
}
if (!hasCheckov()) skip("Checkov on Azure", "Checkov is not installed; .ci/tools installs it");
else
  check("Checkov on Azure", () => {
    const found = scanned(stacks);
    const complaints = stacks.flatMap((stack) => {
      const json = JSON.parse(readFileSync(join(stack.directory, "cdk.tf.json"), "utf8"));
      return complaintsOf(json, found(stack)).map((complaint) => `${stack.name}: ${complaint}`);
    });
    return complaints.length === 0 ? undefined : complaints.join("\n    ");
  });
finish();
