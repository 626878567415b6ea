import { checkEach, type Rule } from "../../rule";

export const gangWithoutQueueing: Rule = {
  id: "gang-without-queueing",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "jobs of several pods without all-or-nothing admission",
  why: "The scheduler places pod by pod. Two jobs that each get half of their pods wait for each other for ever, with all GPUs taken and none working.",
  fix: "Give KubeRayCluster `queues` with a team each; Kueue then admits a job whole or not at all.",
  verify: "Submit two jobs that together need more than the pool has; one runs and the other waits whole.",
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
              allowed: "kueue for groups of several hosts",
              fix: "set queues with one team or more",
            }
          : null,
    ),
};
