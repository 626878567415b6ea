/** What keeps pods off nodes of Kubernetes that do not tolerate it. @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
export interface NodeTaint {
  /** Its key, such as `dedicated`. */
  readonly key: string;
  /** Its value. @default true */
  readonly value?: string;
  /** Whether pods without a toleration are kept off, kept off where there is room elsewhere, or ended too. */
  readonly effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
}
