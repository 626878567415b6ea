import { SERVING_NAMESPACE } from "../../../../kubernetes/queues/namespaces";
import type { StoredSecrets } from "../../../../kubernetes/security/stored-secrets";
import { API_KEY, secretsName } from "../../../common/workloads/kept-secrets";
import { clusterNamespace } from "../../../common/workloads/workload-context";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import type { SecretEnvironment, SecretSource } from "../secret-source";
import { keyVaultClass, type StoredKey } from "../writers/key-vault";

/** What a workload reads from secrets. */
export interface ReadsSecrets {
  readonly secretEnv?: SecretEnvironment;
  readonly apiKey?: SecretSource;
}

/** Where a vault and a secret are named in `/subscriptions/…/providers/Microsoft.KeyVault/vaults/<vault>/secrets/<secret>`. */
const VAULT = 8;
const SECRET = 10;

/** What of a workload comes from Key Vault, sorted. */
export function storedKeys({ secretEnv = {}, apiKey }: ReadsSecrets): StoredKey[] {
  const all = { ...secretEnv, ...(apiKey === undefined ? {} : { [API_KEY]: apiKey }) };
  return Object.entries(all)
    .flatMap(([key, { secretId: id }]) => {
      if (id === undefined) return [];
      const words = id.split("/");
      return [{ key, id, vault: words[VAULT]!, secret: words[SECRET]! }];
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The Secret and its key that a value is read from: the one that is named, or what the driver keeps under `name`. */
export function secretKey({ secret, secretId, key }: SecretSource, name: string, stored: readonly StoredKey[]) {
  return secretId === undefined ? { secret: secret!, key: key! } : { secret: secretsName(stored), key: name };
}

/** A workload in its namespace. */
type NamespacedReader = ReadsSecrets & { readonly namespace: string };

/** Every workload with the namespace that its pods are in. */
function readers(props: KubeRayClusterProps): NamespacedReader[] {
  const { rayClusters = [], fineTuning = [], jobs = [], serving = [], triton = [] } = props;
  return [
    ...[...rayClusters, ...fineTuning, ...jobs].map((of) => ({ ...of, namespace: clusterNamespace(props, of) })),
    ...[...serving, ...triton].map((of) => ({ ...of, namespace: of.namespace ?? SERVING_NAMESPACE })),
  ];
}

export interface VaultFacts {
  readonly tenantId: string;
  /** Client id of the identity that the pods of a namespace have. */
  readonly clientIdOf: (namespace: string) => string;
}

/** Classes of all workloads, each once in a namespace. */
export function storedSecrets(props: KubeRayClusterProps, { tenantId, clientIdOf }: VaultFacts): StoredSecrets[] {
  const classes = readers(props).flatMap((of) => {
    const keys = storedKeys(of);
    const { namespace } = of;
    const more = { name: secretsName(keys), namespace, tenantId, clientId: clientIdOf(namespace) };
    return keys.length === 0 ? [] : [keyVaultClass({ ...more, keys })];
  });
  return [...new Map(classes.map((of) => [`${of.namespace}/${of.name}`, of])).values()];
}

/** IDs of secrets by the namespaces whose pods read them. */
export function secretIds(props: KubeRayClusterProps): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const of of readers(props))
    for (const { id } of storedKeys(of)) found.set(of.namespace, (found.get(of.namespace) ?? new Set()).add(id));
  return new Map([...found].map(([namespace, ids]) => [namespace, [...ids].sort()]));
}
