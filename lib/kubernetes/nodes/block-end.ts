import { NO_SHELL_KUBECTL_IMAGE } from "../chart/images";
import type { KubernetesObject } from "../chart/manifest";
import { POOL_LABEL, SYSTEM_POOL } from "../chart/names";

/** Nodes that end at a time that is known before. */
export interface EndingNodes {
  /** Name of what they are: `h100-block`. */
  readonly name: string;
  /** Labels that they carry and other nodes do not, as a selector. */
  readonly selector: string;
  /** When the cloud begins to end them, milliseconds since 1970. */
  readonly endsAtMs: number;
}

/** Minutes before the cloud ends the nodes at which their pods are told: time to save, and for the drain to go through all nodes. */
const NOTICE_MINUTES = 15;

/** Namespace of the release, which is there before its objects. */
const NAMESPACE = "warpform";
const NAME = "block-end";

/** A moment as a cron line in UTC. It comes again each year, when the nodes that it names are gone. */
function cronLine(ms: number): string {
  const at = new Date(ms);
  return `${at.getUTCMinutes()} ${at.getUTCHours()} ${at.getUTCDate()} ${at.getUTCMonth() + 1} *`;
}

const rule = (apiGroup: string, resource: string, ...verbs: string[]) => ({
  apiGroups: [apiGroup],
  resources: [resource],
  verbs,
});

/**
 * Drains nodes shortly before the cloud ends them, so that jobs get their SIGTERM and grace period instead of a node that is gone. Budgets
 * do not hold it up, since they do not hold up the cloud either.
 * @see https://kubernetes.io/docs/reference/kubectl/generated/kubectl_drain/
 */
export function blockEnds(blocks: readonly EndingNodes[]): KubernetesObject[] {
  if (blocks.length === 0) return [];
  const account = { name: NAME, namespace: NAMESPACE };
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: account },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: `warpform:${NAME}` },
      rules: [
        rule("", "nodes", "get", "list", "patch"),
        rule("", "pods", "get", "list", "delete"),
        rule("apps", "daemonsets", "get"),
      ],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: `warpform:${NAME}` },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `warpform:${NAME}` },
      subjects: [{ kind: "ServiceAccount", ...account }],
    },
    ...blocks.map(drain),
  ];
}

function drain({ name, selector, endsAtMs }: EndingNodes): KubernetesObject {
  const args = ["--ignore-daemonsets", "--delete-emptydir-data", "--force", "--disable-eviction"];
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: `${NAME}-${name}`, namespace: NAMESPACE },
    spec: {
      schedule: cronLine(endsAtMs - NOTICE_MINUTES * 60_000),
      timeZone: "Etc/UTC",
      concurrencyPolicy: "Forbid",
      // later than this the nodes are gone
      startingDeadlineSeconds: NOTICE_MINUTES * 60,
      jobTemplate: {
        spec: {
          backoffLimit: 3,
          template: {
            spec: {
              restartPolicy: "OnFailure",
              serviceAccountName: NAME,
              nodeSelector: { [POOL_LABEL]: SYSTEM_POOL },
              securityContext: {
                runAsNonRoot: true,
                runAsUser: 65534,
                seccompProfile: { type: "RuntimeDefault" },
              },
              containers: [
                {
                  name: "drain",
                  image: NO_SHELL_KUBECTL_IMAGE,
                  args: ["drain", `--selector=${selector}`, ...args, `--timeout=${NOTICE_MINUTES}m`],
                  resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "256Mi" } },
                  securityContext: {
                    allowPrivilegeEscalation: false,
                    readOnlyRootFilesystem: true,
                    capabilities: { drop: ["ALL"] },
                  },
                },
              ],
            },
          },
        },
      },
    },
  };
}
