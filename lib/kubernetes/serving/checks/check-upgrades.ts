import type { Problems } from "../../../errors";
import { gpuResource } from "../../nodes/pool";
import { outsideQueues } from "../../queues/outside-queues";
import type { Workloads } from "../../workloads";
import { allReplicas, gpusPerReplica } from "../replica-size";

/**
 * Checks that a model that Ray serves can be upgraded: the second cluster starts with its fewest replicas while those of the first
 * still answer.
 * @see https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/rayservice.html (zero downtime upgrade)
 */
export function checkUpgrades(problems: Problems, workloads: Workloads): void {
  workloads.serving.forEach((model, i) => {
    if (model.engine !== "ray" || model.upgradeStrategy === "none" || model.replicas.min === 0) return;
    const { pool } = model.of;
    const { perGpu, perNode } = gpuResource(model.of);
    const has = pool.nodes.max * perNode;
    const teams = workloads.queues?.scheduler === "kueue" ? workloads.queues.teams : [];
    const owned = teams.reduce((sum, { gpus }) => sum + (gpus[pool.name] ?? 0), 0) * perGpu;
    const standing = outsideQueues(workloads, pool.name).reduce((sum, { least }) => sum + least, 0);
    const needs = allReplicas(model).min * gpusPerReplica(model);
    const missing = standing + owned + needs - has;
    // what does not even run at once is said elsewhere
    if (missing <= 0 || standing + owned > has) return;
    problems.add(
      "out-of-range",
      `serving[${i}].upgradeStrategy`,
      `serving[${i}] could never be upgraded: a new version starts with ${needs} GPUs while the old one keeps its own, and pool "${pool.name}" lacks ${missing} of its ${has} for that; raise nodes.max to ${Math.ceil((standing + owned + needs) / perNode)} (nodes that start only for the upgrade), lower replicas.min, or use upgradeStrategy "none" and delete the RayService by hand to upgrade`,
    );
  });
}
