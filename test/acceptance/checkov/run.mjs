// Checkov on every example's cdk.tf.json.

import { complaintsOf, hasCheckov, scanned } from "../lib/checkov.mjs";
import { check, finish, skip, synthesizedStacks } from "../lib/checks.mjs";

const stacks = synthesizedStacks();
const title = ({ name }) => `Checkov on ${name}`;
if (!hasCheckov()) {
  for (const stack of stacks) skip(title(stack), "Checkov is not installed; .ci/tools installs it");
} else {
  let found;
  check("Checkov reads every stack", () => {
    found = scanned(stacks);
  });
  for (const stack of found ? stacks : []) {
    check(title(stack), () => {
      const complaints = complaintsOf(stack.json, found(stack));
      if (complaints.length === 0) return undefined;
      return `${complaints.length} complaints\n    ${complaints.slice(0, 40).join("\n    ")}`;
    });
  }
}
finish();
