import { helmHash } from "../../../../kubernetes/chart/helm-value";
import type { StoredSecrets } from "../../../../kubernetes/security/stored-secrets";
import type { PodVolume } from "../../../../kubernetes/storage/pod-volume";
import { API_KEY, secretsName } from "../../../common/workloads/kept-secrets";
import type { PolicyStatement } from "../../shared/policy";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import type { SecretEnvironment, SecretSource } from "../secret-source";
import { type StoredKey, secretsManagerClass } from "../writers/secrets-manager";

/** What a workload reads from secrets. */
export interface ReadsSecrets {
  readonly secretEnv?: SecretEnvironment;
  readonly apiKey?: SecretSource;
}

/** Where pods see the login of a registry, which the kubelet reads from the Secret. */
export const LOGIN_PATH = "/mnt/registry-login";

/** What of a workload comes from Secrets Manager, sorted; ARNs as the chart's text holds them. */
export function storedKeys({ secretEnv = {}, apiKey }: ReadsSecrets, chartText: (text: string) => string): StoredKey[] {
  const all = { ...secretEnv, ...(apiKey === undefined ? {} : { [API_KEY]: apiKey }) };
  return Object.entries(all)
    .flatMap(([key, { secretArn, key: field = null }]) =>
      secretArn === undefined ? [] : [{ key, arn: chartText(secretArn), field }],
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The Secret and its key that a value is read from: the one that is named, or what the driver keeps under `name`. */
export function secretKey({ secret, secretArn, key }: SecretSource, name: string, stored: readonly StoredKey[]) {
  return secretArn === undefined ? { secret: secret!, key: key! } : { secret: secretsName(stored), key: name };
}

/** Name of the Secret with a registry's login. */
const loginName = (arn: string) => `registry-login-${helmHash(arn)}`;

/** Secret with the login of a registry: a name that is given, or that of what Secrets Manager holds. */
export function pullSecretName(
  { imagePullSecret, imagePullSecretArn }: KubeRayClusterProps,
  chartText: (text: string) => string,
): string | undefined {
  return imagePullSecretArn === undefined ? imagePullSecret : loginName(chartText(imagePullSecretArn));
}

/** The volume for whose pods the login is kept. */
export function loginVolume(
  { imagePullSecretArn }: KubeRayClusterProps,
  chartText: (text: string) => string,
): PodVolume[] {
  if (imagePullSecretArn === undefined) return [];
  const source = { secretClass: loginName(chartText(imagePullSecretArn)) };
  return [{ name: "registry-login", mountPath: LOGIN_PATH, readOnly: true, source }];
}

/** A workload in its namespace. */
export type NamespacedReader = ReadsSecrets & { readonly namespace: string };

/** Classes of all workloads, each once in a namespace. */
export function storedSecrets(
  props: KubeRayClusterProps,
  readers: readonly NamespacedReader[],
  chartText: (text: string) => string,
): StoredSecrets[] {
  const { region } = props.network;
  const classes = readers.flatMap((of) => {
    const keys = storedKeys(of, chartText);
    const { namespace } = of;
    return keys.length === 0
      ? []
      : [secretsManagerClass({ name: secretsName(keys), namespace, type: "Opaque", region, keys })];
  });
  const { imagePullSecretArn } = props;
  const arn = imagePullSecretArn === undefined ? undefined : chartText(imagePullSecretArn);
  const logins =
    arn === undefined
      ? []
      : readers.map(({ namespace }) =>
          secretsManagerClass({
            name: loginName(arn),
            namespace,
            type: "kubernetes.io/dockerconfigjson",
            region,
            keys: [{ key: ".dockerconfigjson", arn, field: null }],
          }),
        );
  const unique = new Map([...classes, ...logins].map((of) => [`${of.namespace}/${of.name}`, of]));
  return [...unique.values()];
}

/**
 * What the pods of a namespace may read of Secrets Manager: what its own workloads name, and no more. A secret's own key is used
 * through Secrets Manager alone, and for that secret alone.
 * @see https://docs.aws.amazon.com/secretsmanager/latest/userguide/security-encryption.html (encryption context)
 */
export function secretStatements(
  { network, imagePullSecretArn }: KubeRayClusterProps,
  readers: readonly NamespacedReader[],
  namespace: string,
): PolicyStatement[] {
  const own = readers.filter((of) => of.namespace === namespace);
  const named = own.flatMap((of) => storedKeys(of, (text) => text).map(({ arn }) => arn));
  const login = own.length > 0 && imagePullSecretArn !== undefined ? [imagePullSecretArn] : [];
  const arns = [...new Set([...named, ...login])];
  if (arns.length === 0) return [];
  return [
    {
      Sid: "Secrets",
      Effect: "Allow",
      Action: ["secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret"],
      Resource: arns,
    },
    {
      Sid: "KeysOfSecrets",
      Effect: "Allow",
      Action: ["kms:Decrypt"],
      Resource: [`arn:aws:kms:${network.region}:*:key/*`],
      Condition: {
        StringEquals: {
          "kms:ViaService": `secretsmanager.${network.region}.amazonaws.com`,
          "kms:EncryptionContext:SecretARN": arns,
        },
      },
    },
  ];
}
