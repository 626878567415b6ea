import { GPU_TAINT } from "../../model/kubernetes/node-taint";

/** Resource, label and taint names that the writers share; each is the word of the program that reads it. */

/** Label that every node of a pool carries; worker pods select it. */
export const POOL_LABEL = "warpform/pool";

/** Label that tells training nodes and pods from serving ones. */
export const USE_LABEL = "warpform/use";

/** Label that ties a service to the pods of its RayService, whichever cluster is the current one. */
export const SERVICE_LABEL = "warpform/service";

/** Extended resource that the NVIDIA device plugin advertises for whole GPUs. @see https://github.com/NVIDIA/k8s-device-plugin */
export const GPU_RESOURCE = "nvidia.com/gpu";

/** Extended resource of GPUs shared by time slicing or MPS, with `renameByDefault: true`. @see https://github.com/NVIDIA/k8s-device-plugin#with-cuda-time-slicing */
export const SHARED_GPU_RESOURCE = "nvidia.com/gpu.shared";

export const HUGE_PAGES_RESOURCE = "hugepages-2Mi";

/** What lets a pod onto GPU nodes. */
export const TOLERATE_GPU = [{ key: GPU_TAINT.key, operator: "Exists", effect: GPU_TAINT.effect }] as const;

/**
 * Taint of nodes that have not been checked yet. Karpenter waits for it to go, and so does the cluster autoscaler, by its prefix.
 * @see https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md (startup taints)
 * @see https://karpenter.sh/docs/concepts/nodepools/ (`startupTaints`)
 */
export const STARTUP_TAINT = {
  key: "startup-taint.cluster-autoscaler.kubernetes.io/node-check",
  value: "waiting",
  effect: "NoSchedule",
} as const;

/** What lets agents onto nodes that are being checked. */
export const TOLERATE_STARTUP = [{ key: STARTUP_TAINT.key, operator: "Exists", effect: STARTUP_TAINT.effect }] as const;

/** Keeps the pods of a set within one part of the network where it can; Kueue's. @see https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/ */
export const NEAR_ANNOTATION = "kueue.x-k8s.io/podset-preferred-topology";

/** Takes any nodes of a pool that is placed by topology; without it Kueue gives such a pool to no pods that ask for no nearness. */
export const ANYWHERE_ANNOTATION = "kueue.x-k8s.io/podset-unconstrained-topology";

/** Tells people who read a queue what pods of their own need to be admitted. */
export const OWN_PODS_ANNOTATION = "warpform/own-pods-need";

/** Lets a queued object scale: Kueue admits what it adds as a further slice. @see https://kueue.sigs.k8s.io/docs/concepts/elastic_workload/ */
export const ELASTIC_ANNOTATION = "kueue.x-k8s.io/elastic-job";

/** Queue that Kueue admits an object from. */
export const QUEUE_LABEL = "kueue.x-k8s.io/queue-name";

/** Pool name of the nodes that run controllers and Ray heads, not GPUs. */
export const SYSTEM_POOL = "system";
