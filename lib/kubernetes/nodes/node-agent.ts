import type { KubernetesObject } from "../chart/manifest";

/** Namespace of what runs on nodes with access to their disks. */
export const NODE_AGENTS_NAMESPACE = "node-agents";

/** ConfigMap with the programs of the node agents. */
export const NODE_PROGRAMS = "node-programs";

/** The programs, for a pod that mounts them. */
export const PROGRAMS_VOLUME = { name: "programs", configMap: { name: NODE_PROGRAMS } } as const;

/** An agent on every node that its pod selects; all are replaced at once, since each serves its own node. `marks` are further labels of its pods. */
export function nodeAgent(app: string, pod: object, marks: Readonly<Record<string, string>> = {}): KubernetesObject {
  const labels = { app };
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: app, namespace: NODE_AGENTS_NAMESPACE, labels },
    spec: {
      selector: { matchLabels: labels },
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "100%" } },
      template: { metadata: { labels: { ...labels, ...marks } }, spec: pod },
    },
  };
}
