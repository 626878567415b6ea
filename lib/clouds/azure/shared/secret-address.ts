import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Fn } from "cdktf";
import type { Construct } from "constructs";
import { isToken } from "../../common/terraform-text";

/** Where a vault and a secret are named in `/subscriptions/…/providers/Microsoft.KeyVault/vaults/<vault>/secrets/<secret>`. */
const VAULT = 8;
const SECRET = 10;

/** Address at which a Key Vault secret is read, of its resource ID, which may be known to Terraform alone. */
export function secretAddress(secretId: string): string {
  const words = secretId.split("/");
  const word = (index: number) => (isToken(secretId) ? Fn.element(Fn.split("/", secretId), index) : words[index]!);
  return `https://${word(VAULT)}.vault.azure.net/secrets/${word(SECRET)}`;
}

/** Lets an identity read one secret of a vault of the user's. */
export function grantSecret(
  scope: Construct,
  id: string,
  secretId: string,
  { principalId }: UserAssignedIdentity,
): void {
  new RoleAssignment(scope, id, {
    scope: secretId,
    roleDefinitionName: "Key Vault Secrets User",
    principalId,
    principalType: "ServicePrincipal",
  });
}
