import type { KubernetesObject } from "../chart/manifest";

const API = "kueue.x-k8s.io/v1beta2";

/** Most workers of one manager. @see kubernetes-sigs/kueue@v0.19.2 apis/kueue/v1beta2/multikueue_types.go (MultiKueueConfigSpec) */
export const MOST_WORKER_CLUSTERS = 20;

/** Name of the check that hands admitted work to another cluster, and of its list of clusters. */
export const MULTIKUEUE_CHECK = "multikueue";

/** A cluster that runs what the manager's queues admit. */
export interface WorkerOfQueues {
  readonly name: string;
  /** Secret in Kueue's namespace with the worker's kubeconfig under the key `kubeconfig`. */
  readonly kubeconfigSecret: string;
}

/** Workers, their order, and the check that the manager's queues have. The most preferred worker comes first. */
export function multiKueueObjects(workers: readonly WorkerOfQueues[]): KubernetesObject[] {
  if (workers.length === 0) return [];
  return [
    ...workers.map(({ name, kubeconfigSecret }) => ({
      apiVersion: API,
      kind: "MultiKueueCluster",
      metadata: { name },
      spec: { clusterSource: { kubeConfig: { location: kubeconfigSecret, locationType: "Secret" } } },
    })),
    {
      apiVersion: API,
      kind: "MultiKueueConfig",
      metadata: { name: MULTIKUEUE_CHECK },
      spec: { clusters: workers.map(({ name }) => name) },
    },
    {
      apiVersion: API,
      kind: "AdmissionCheck",
      metadata: { name: MULTIKUEUE_CHECK },
      spec: {
        controllerName: "kueue.x-k8s.io/multikueue",
        parameters: { apiGroup: "kueue.x-k8s.io", kind: "MultiKueueConfig", name: MULTIKUEUE_CHECK },
      },
    },
  ];
}
