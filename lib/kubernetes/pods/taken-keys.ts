interface Taken {
  /** DNS name before the slash, or a whole key without one. */
  readonly of: string;
  /** Who sets it, and for what. */
  readonly why: string;
  /** Props by the name behind the slash. */
  readonly props?: Readonly<Record<string, string>>;
}

const SELECTED = "is what Services, monitors and workload controllers select pods by";
const BY_KUBERNETES = "is set by Kubernetes' controllers";

/**
 * Keys of pods that belong to what starts, admits or finds them.
 * @see ray-project/kuberay@v1.7.0 ray-operator/controllers/ray/common/service.go (`HeadServiceLabels`)
 * @see kubernetes-sigs/kueue@v0.19.2 pkg/controller/constants/constants.go
 */
const TAKEN: readonly Taken[] = [
  {
    of: "kueue.x-k8s.io",
    why: "is Kueue's, which admits pods by it",
    props: { "queue-name": "queue", "priority-class": "priority" },
  },
  { of: "kai.scheduler", why: "is KAI's, which schedules pods by it", props: { queue: "queue" } },
  { of: "runai", why: "is KAI's, which schedules pods by it" },
  { of: "ray.io", why: "is KubeRay's, which finds head and workers by it" },
  { of: "leaderworkerset.sigs.k8s.io", why: "is LeaderWorkerSet's, which finds the pods of a replica by it" },
  { of: "jobset.sigs.k8s.io", why: "is JobSet's, which finds the pods of a run by it" },
  { of: "trainer.kubeflow.org", why: "is Kubeflow Trainer's, which finds the pods of a run by it" },
  { of: "batch.kubernetes.io", why: BY_KUBERNETES },
  { of: "warpform", why: "is set by warpform, whose policies and budgets select pods by it" },
  { of: "app", why: SELECTED },
  { of: "role", why: SELECTED },
  { of: "app.kubernetes.io/name", why: "is what KubeRay's Services select pods by" },
  { of: "app.kubernetes.io/created-by", why: "is what KubeRay's Services select pods by" },
  { of: "job-name", why: BY_KUBERNETES },
  { of: "controller-uid", why: BY_KUBERNETES },
  { of: "pod-template-hash", why: BY_KUBERNETES },
  { of: "controller-revision-hash", why: BY_KUBERNETES },
];

/** Why a key of pods' labels or annotations is not the user's, with the prop that stands for it; undefined where it is. */
export function takenKey(key: string): { readonly why: string; readonly prop: string | undefined } | undefined {
  const slash = key.lastIndexOf("/");
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const row = TAKEN.find(({ of }) => of === key || of === prefix);
  return row && { why: row.why, prop: row.props?.[key.slice(slash + 1)] };
}
