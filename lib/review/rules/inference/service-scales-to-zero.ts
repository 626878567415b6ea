import { set } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import type { Design, PoolFacts } from "../../design";
import { kubernetesOf } from "../../figures/kubernetes-of";
import { type Breach, checkEach, type Rule } from "../../rule";

/** What keeps nodes: replicas of the deployed model, else the pool. Karpenter keeps none without pods, whatever the pool's least is. */
function scaledToZero(design: Design, { pool, path }: PoolFacts): Omit<Breach, "allowed"> | null {
  const { served } = design;
  if (served !== null)
    return served.replicas.min > 0
      ? null
      : { path: `serving.${served.name}.replicas.min`, value: 0, fix: set("replicas.min", 1) };
  if (pool.nodes.min > 0) return null;
  const karpenter = kubernetesOf(design, pool)?.provisioner === "karpenter";
  const fix = karpenter
    ? say`declare the model in ${prop("serving")} with ${prop("replicas.min")} of 1 or more (Karpenter keeps no node without pods), or use ${prop("provisioner")} "managed" with ${prop("nodes.min")} of 1 or more`
    : set("nodes.min", 1);
  return { path: `${path}.nodes.min`, value: 0, fix };
}

export const serviceScalesToZero: Rule = {
  id: "service-scales-to-zero",
  area: "inference",
  severity: "warning",
  clouds: "all",
  title: "Service with a latency objective scales to zero",
  why: "After an idle period, the first request waits for a node to boot and load the model: minutes, not the seconds of the objective.",
  fix: "Set `nodes.min` to 1 or more; for a model in `serving` on Kubernetes, `replicas.min` of the model. With Karpenter, `nodes.min` alone keeps no node.",
  verify: "Wait until all nodes have scaled down, then measure one request.",
  source: "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-warm-pools.html",
  check: (design) =>
    checkEach(
      design.workload?.kind === "inference" && design.workload.timeToFirstTokenSeconds !== null && design.workPool
        ? [{ workload: design.workload, p: design.workPool }]
        : [],
      ({ workload, p }) => {
        const found = scaledToZero(design, p);
        return found && { ...found, allowed: `1 or more for a TTFT of ${workload.timeToFirstTokenSeconds} s or less` };
      },
    ),
};
