import { manifestYaml } from "../../../../kubernetes/chart/manifest";
import type { StoredSecrets } from "../../../../kubernetes/security/stored-secrets";

/** A key of a Secret, and the secret of Secrets Manager that it comes from. */
export interface StoredKey {
  /** Key in the Secret. */
  readonly key: string;
  readonly arn: string;
  /** Key of its JSON object; null for the whole value. */
  readonly field: string | null;
}

export interface SecretsManagerProps extends Pick<StoredSecrets, "name" | "namespace" | "type"> {
  readonly region: string;
  readonly keys: readonly StoredKey[];
}

/**
 * What AWS' provider of the CSI driver (ASCP) fetches with the Pod Identity of the pod's service account. Each secret is asked for
 * once; files have names of their own, since a secret's may hold slashes.
 * @see https://github.com/aws/secrets-store-csi-driver-provider-aws (SecretProviderClass options)
 */
export function secretsManagerClass({ name, namespace, type, region, keys }: SecretsManagerProps): StoredSecrets {
  const arns = [...new Set(keys.map(({ arn }) => arn))];
  const fieldsOf = (arn: string) => [
    ...new Set(keys.flatMap((key) => (key.arn === arn && key.field !== null ? [key.field] : []))),
  ];
  const fileOf = ({ arn, field }: Omit<StoredKey, "key">) =>
    `secret${arns.indexOf(arn)}${field === null ? "" : `_${fieldsOf(arn).indexOf(field)}`}`;
  const objects = arns.map((arn) => {
    const fields = fieldsOf(arn);
    // a quoted identifier of JMESPath is a key as it is, dashes and dots too
    const jmesPath = fields.map((field) => ({ path: JSON.stringify(field), objectAlias: fileOf({ arn, field }) }));
    return {
      objectName: arn,
      objectAlias: fileOf({ arn, field: null }),
      ...(jmesPath.length > 0 ? { jmesPath } : {}),
    };
  });
  return {
    name,
    namespace,
    type,
    provider: "aws",
    parameters: { region, usePodIdentity: "true", objects: manifestYaml(objects) },
    keys: keys.map((of) => ({ key: of.key, file: fileOf(of) })),
  };
}
