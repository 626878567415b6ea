import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const rayHeadNotRecoverable: Rule = {
  id: "ray-head-not-recoverable",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "Ray head without fault tolerance",
  why: "The Ray head keeps all cluster state (GCS) in memory. When its pod is rescheduled, jobs, actors and serving endpoints are lost unless the state is in a store outside of the pod.",
  fix: "Set `gcsFaultTolerance: true`, which keeps the state in Valkey (ElastiCache).",
  verify: "Delete the head pod; `ray list actors` shows the same actors afterwards.",
  source: "https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/kuberay-gcs-ft.html",
  check: (design) =>
    checkEach(
      design.kubernetes.filter((k) => k.workerGroups.length > 0),
      (k) =>
        k.gcsFaultTolerance
          ? null
          : {
              path: `schedulers.${k.name}.gcsFaultTolerance`,
              value: false,
              allowed: "true",
              fix: set("gcsFaultTolerance", true),
            },
    ),
};
