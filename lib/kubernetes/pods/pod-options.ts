/** Effects of taints that pods may bear with. @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
export type TaintEffect = "NoSchedule" | "PreferNoSchedule" | "NoExecute";

/** A taint that pods bear with, as Kubernetes says it. */
export interface PodToleration {
  /** Key of the taint, such as `dedicated`. */
  readonly key: string;
  /** `Exists`: whatever the taint's value. `Equal`: that of `value`. @default - Equal with a `value`, Exists without one */
  readonly operator?: "Exists" | "Equal";
  /** Value of the taint, with operator `Equal`. @default - none */
  readonly value?: string;
  /** Effect of the taint. @default - all effects */
  readonly effect?: TaintEffect;
  /** Seconds that a pod stays on a node after it is tainted, with effect `NoExecute`. @default - indefinitely */
  readonly tolerationSeconds?: number;
}

/** CPU and memory of each pod with GPUs. */
export interface PodResources {
  /** CPUs, from 1 to the share of the node that the pod's GPUs have. @default - that share */
  readonly cpus?: number;
  /** Memory in GiB, shared memory included, from 2 to the share of the node that the pod's GPUs have. @default - that share */
  readonly memoryGiB?: number;
}

/**
 * What the pods of a workload have in addition to what follows from its other props. Values win over the library's by key; keys by which
 * queues, Services and controllers find pods are not allowed. A change starts new pods, as one of `env` does.
 */
export interface PodOptions {
  /** Labels of all pods: cost centers, what policies ask for. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of all pods. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Taints that all pods tolerate, in addition to those of their pool. @default - those of the pool alone */
  readonly tolerations?: readonly PodToleration[];
  /**
   * Requests and limits of the container of each pod with GPUs, where it should leave some of its share of the node to other pods.
   * GPUs and devices of the fabric follow from the workload.
   * @default - the share of the node that belongs to its GPUs
   */
  readonly resources?: PodResources;
}
