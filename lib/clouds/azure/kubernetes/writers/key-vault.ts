import { manifestYaml } from "../../../../kubernetes/chart/manifest";
import type { StoredSecrets } from "../../../../kubernetes/security/stored-secrets";

/** A key of a Secret, and the secret of Key Vault that it comes from. */
export interface StoredKey {
  /** Key in the Secret. */
  readonly key: string;
  readonly vault: string;
  readonly secret: string;
  /** Resource ID of the secret, on which a role is given. */
  readonly id: string;
}

export interface KeyVaultProps extends Pick<StoredSecrets, "name" | "namespace"> {
  readonly keys: readonly StoredKey[];
  readonly tenantId: string;
  /** Client id of the identity of the namespace's pods. */
  readonly clientId: string;
}

/**
 * What Azure's provider of the CSI driver fetches with the workload identity of the pod's service account, from one vault. Each secret is asked
 * for once.
 * @see https://learn.microsoft.com/azure/aks/csi-secrets-store-identity-access
 */
export function keyVaultClass({ name, namespace, keys, tenantId, clientId }: KeyVaultProps): StoredSecrets {
  const secrets = [...new Set(keys.map(({ secret }) => secret))];
  const fileOf = (secret: string) => `secret${secrets.indexOf(secret)}`;
  const array = secrets.map((secret) =>
    manifestYaml({ objectName: secret, objectType: "secret", objectAlias: fileOf(secret) }),
  );
  return {
    name,
    namespace,
    type: "Opaque",
    provider: "azure",
    parameters: {
      usePodIdentity: "false",
      clientID: clientId,
      keyvaultName: keys[0]!.vault,
      tenantId,
      objects: manifestYaml({ array }),
    },
    keys: keys.map(({ key, secret }) => ({ key, file: fileOf(secret) })),
  };
}
