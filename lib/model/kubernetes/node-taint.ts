/** What keeps pods off nodes of Kubernetes that do not tolerate it. @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
export interface NodeTaint {
  /** Its key, such as `dedicated`. */
  readonly key: string;
  /** Its value. @default true */
  readonly value?: string;
  /** What happens to pods without a toleration: they do not start, start only if no other node has room, or end too. */
  readonly effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
}

/** Value of a taint where none is given. */
export const TAINT_VALUE = "true";

/** Taint that keeps pods without a GPU off GPU nodes; NVIDIA's DaemonSets and those of clouds tolerate it. */
export const GPU_TAINT = { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" } as const;

/** Effects that a taint may have. */
export const TAINT_EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"] as const;
