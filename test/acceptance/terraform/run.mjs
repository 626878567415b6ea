// The real terraform and tofu through init, validate, plan, apply, an empty second plan and destroy, for every example.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { check, find, finish, root, run, sharedTools, skip, synthesizedStacks, tail } from "../lib/checks.mjs";

const cycle = join(sharedTools, "terraform-offline", "terraform-offline");
const stacks = synthesizedStacks();
for (const engine of ["terraform", "tofu"]) {
  const binary = find(engine);
  for (const { name, directory } of stacks) {
    const title = `${engine} cycle of ${name}`;
    if (!existsSync(cycle)) skip(title, "the offline provider is not beside this checkout");
    else if (binary === undefined) skip(title, `${engine} is not installed`);
    else {
      check(title, () => {
        const program = engine === "tofu" ? join(import.meta.dirname, "tofu-offline.sh") : binary;
        const env = { ...process.env, TOFU: binary };
        const result = run(process.execPath, [cycle, directory, "--project", root, "--terraform", program], { env });
        return result.status === 0 ? undefined : tail(result);
      });
    }
  }
}
finish();
