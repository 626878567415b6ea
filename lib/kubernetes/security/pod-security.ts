import type { KubernetesObject } from "../chart/manifest";

/** Pod security levels. @see https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
export type PodSecurityLevel = "privileged" | "baseline" | "restricted";

/** What keeps an object in the cluster where Helm would delete it. @see https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource */
export const KEPT = { "helm.sh/resource-policy": "keep" } as const;

interface NamespaceForm {
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether it outlives its chart, because what is in it must. @default false */
  readonly kept?: boolean;
}

/** A namespace whose pods must keep to a level; the API server refuses others. */
export function namespaceObject(
  name: string,
  level: PodSecurityLevel,
  { labels = {}, kept = false }: NamespaceForm = {},
): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: {
      name,
      ...(kept ? { annotations: KEPT } : {}),
      labels: {
        ...labels,
        "pod-security.kubernetes.io/enforce": level,
        "pod-security.kubernetes.io/audit": level,
        "pod-security.kubernetes.io/warn": level,
      },
    },
  };
}

/** Security settings of a pod that the `restricted` level asks for. Ray's images run as user 1000, group 100 (`ray:users`). */
export const RESTRICTED_POD = {
  runAsNonRoot: true,
  runAsUser: 1000,
  runAsGroup: 100,
  fsGroup: 100,
  // a checkpoint volume holds millions of files; changing the owner of each at every start takes hours
  fsGroupChangePolicy: "OnRootMismatch",
  seccompProfile: { type: "RuntimeDefault" },
} as const;

/** Security settings of a container that the `restricted` level asks for. */
export const RESTRICTED_CONTAINER = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
} as const;
