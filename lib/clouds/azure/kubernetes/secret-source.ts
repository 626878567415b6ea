/** Where a secret value is. It is in no chart and no Terraform state. */
export interface SecretSource {
  /** Name of a Secret that you make in the workload's namespace. */
  readonly secret: string;
  /** Key in the Secret. */
  readonly key: string;
}

/** Secret values by the names of variables: `{ HF_TOKEN: { secret: "hub", key: "token" } }`. */
export type SecretEnvironment = Readonly<Record<string, SecretSource>>;
