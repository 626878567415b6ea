import { checkEach, type Rule } from "../../rule";

export const gangWithoutQueueing: Rule = {
  id: "gang-without-queueing",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "Multi-pod jobs without gang scheduling",
  why: "The Kubernetes scheduler places pods one at a time. Two jobs that each get half of their pods deadlock: all GPUs are allocated and none works.",
  fix: "Set `queues` on KubeRayCluster, one per team. Kueue then admits a job with all of its pods or not at all.",
  verify:
    "Submit two jobs that together need more GPUs than the pool has: one must run, and the other must wait with all of its pods.",
  source:
    "https://kueue.sigs.k8s.io/docs/concepts/ https://kueue.sigs.k8s.io/docs/tasks/manage/setup_wait_for_pods_ready/",
  check: (design) =>
    checkEach(
      design.kubernetes.filter((k) => k.workerGroups.some((g) => g.hosts > 1)),
      (k) =>
        k.queueing === "none"
          ? {
              path: `schedulers.${k.name}.queueing`,
              value: "none",
              allowed: "kueue for multi-host groups",
              fix: "set queues with at least one team",
            }
          : null,
    ),
};
