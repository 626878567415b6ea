/** Where a secret value is: `secretArn` or `secret`. It is in no chart and no Terraform state. */
export interface SecretSource {
  /**
   * ARN of a secret in Secrets Manager, in the cluster's region. The Secrets Store CSI driver is installed and reads it with the role of
   * the namespace, which may read this secret alone. Running pods keep the value that they started with.
   * @default - none
   * @see https://docs.aws.amazon.com/secretsmanager/latest/userguide/ascp-pod-identity-integration.html
   */
  readonly secretArn?: string;
  /** Name of a Secret that you make in the workload's namespace. @default - none */
  readonly secret?: string;
  /** Key in the Secret, where it is required; of a secret in Secrets Manager, key of its JSON object. @default - the whole value */
  readonly key?: string;
}

/** Secret values by the names of variables: `{ HF_TOKEN: { secretArn: "arn:aws:secretsmanager:…", key: "token" } }`. */
export type SecretEnvironment = Readonly<Record<string, SecretSource>>;
