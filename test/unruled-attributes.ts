import { attributeChanges } from "../lib/diff/attribute-changes";
import { doubtOf, effectOf } from "../lib/diff/replacement";
import type { TerraformStack } from "../lib/diff/terraform-stack";

/** The attributes in a stack of which the comparison cannot say what a change does, and gives no reason for it. */
export function unruledAttributes(stack: TerraformStack): string[] {
  const unruled = [...stack.resources.values()].flatMap((resource) => {
    const nothing = { ...resource, block: {} };
    return attributeChanges([nothing, stack], [resource, stack])
      .map((change) => ({ ...change, before: change.after }))
      .filter((change) => effectOf(resource.type, change, resource.block) === "may-replace")
      .filter(({ path }) => doubtOf(resource.type, path) === undefined)
      .map(({ path }) => `${resource.type}.${path}`);
  });
  return [...new Set(unruled)].sort();
}
