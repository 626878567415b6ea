import { Fn } from "cdktf";
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
