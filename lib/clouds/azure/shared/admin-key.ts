import { TerraformStack, TerraformVariable } from "cdktf";
import type { Construct } from "constructs";

const KEY_VARIABLE = "admin_public_key";

/** Administrator of nodes and heads, who logs in with the key. */
export const ADMINISTRATOR = "warpform";

/** The SSH key that is given, or one variable for the whole stack. */
export function adminKey(scope: Construct, given: string | undefined): string {
  if (given !== undefined) return given;
  const stack = TerraformStack.of(scope);
  const variable =
    (stack.node.tryFindChild(KEY_VARIABLE) as TerraformVariable | undefined) ??
    new TerraformVariable(stack, KEY_VARIABLE, {
      type: "string",
      description: "SSH key of the administrator of the nodes, as ssh-ed25519 or ssh-rsa",
    });
  return variable.stringValue;
}
