/** Where a secret value is: `secretId`, or `secret` with `key`. It is in no chart and no Terraform state. */
export interface SecretSource {
  /**
   * Resource ID of a Key Vault secret without a version. AKS' Secrets Store CSI driver reads it with the identity of the pods, which gets the role Key
   * Vault Secrets User on this secret alone. Running pods keep the value that they started with.
   * @default - none
   * @see https://learn.microsoft.com/azure/aks/csi-secrets-store-identity-access
   */
  readonly secretId?: string;
  /** Name of a Secret that you make in the workload's namespace. @default - none */
  readonly secret?: string;
  /** Key in the Secret. @default - none; required with `secret` */
  readonly key?: string;
}

/** Secret values by the names of variables: `{ HF_TOKEN: { secret: "hub", key: "token" } }`. */
export type SecretEnvironment = Readonly<Record<string, SecretSource>>;
