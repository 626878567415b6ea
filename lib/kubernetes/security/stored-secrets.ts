import type { KubernetesObject } from "../chart/manifest";

/**
 * Secrets of a cloud's store that pods of a namespace read. The Secrets Store CSI driver fetches them with the rights of the pod that
 * mounts the class, and keeps a Secret of the same name while such a pod is there: their values are in no chart and no state.
 * @see https://secrets-store-csi-driver.sigs.k8s.io/topics/sync-as-kubernetes-secret
 */
export interface StoredSecrets {
  /** Name of the class, and of the Secret. */
  readonly name: string;
  readonly namespace: string;
  /** The driver's provider, and what it is told. */
  readonly provider: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly type: "Opaque" | "kubernetes.io/dockerconfigjson";
  /** Keys of the Secret, and the files that the provider writes of them. */
  readonly keys: readonly { readonly key: string; readonly file: string }[];
}

/** The driver as volumes name it. */
export const SECRETS_DRIVER = "secrets-store.csi.k8s.io";

/** What the driver fetches for the pods of a namespace. */
export function secretProviderClass({
  name,
  namespace,
  provider,
  parameters,
  type,
  keys,
}: StoredSecrets): KubernetesObject {
  return {
    apiVersion: "secrets-store.csi.x-k8s.io/v1",
    kind: "SecretProviderClass",
    metadata: { name, namespace },
    spec: {
      provider,
      parameters,
      secretObjects: [{ secretName: name, type, data: keys.map(({ key, file }) => ({ key, objectName: file })) }],
    },
  };
}
