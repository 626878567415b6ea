import { set } from "../../../remedies/remedy";
import { factsOf } from "../../clouds/list";
import type { Design } from "../../design";
import { checkEach, type Rule } from "../../rule";

/** What to do where the cloud's parts have no store for the state. */
function inHeadAlone(design: Design): string | undefined {
  const facts = factsOf(design);
  return facts?.rayHeadsAlone
    ? `accept it: on ${facts.title} the state of Ray heads has no store; write checkpoints to a mount, from which runs resume`
    : undefined;
}

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
      design.kubernetes.filter((k) => k.workerGroups.length > 0 && k.rayHeads !== 0),
      (k) =>
        k.gcsFaultTolerance
          ? null
          : {
              path: `schedulers.${k.name}.gcsFaultTolerance`,
              value: false,
              allowed: "true",
              fix: inHeadAlone(design) ?? set("gcsFaultTolerance", true),
            },
    ),
};
