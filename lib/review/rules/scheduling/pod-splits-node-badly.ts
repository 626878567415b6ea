import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const podSplitsNodeBadly: Rule = {
  id: "pod-splits-node-badly",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "GPUs per pod do not divide the node evenly",
  why: "GPUs left over on a node stay idle: with 3 GPUs per pod, two of the eight GPUs on each node are never used.",
  fix: "Request 1, 2, 4 or 8 GPUs per pod on eight-GPU nodes.",
  verify:
    "`kubectl describe node` shows allocated and allocatable `nvidia.com/gpu` under full load; they must be equal.",
  source: "https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/gpu.html",
  check: (design) =>
    checkEach(
      design.kubernetes.flatMap((k) =>
        k.workerGroups.flatMap((g) => {
          const facts = design.gpuPools.find((p) => p.pool.name === g.pool && p.pool.sharing.kind === "none");
          return facts && g.gpusPerPod > 0 ? [{ k, g, facts }] : [];
        }),
      ),
      ({ k, g, facts }) => {
        const left = facts.gpusPerNode % g.gpusPerPod;
        if (left === 0) return null;
        const divisors = Array.from({ length: facts.gpusPerNode }, (_, i) => i + 1).filter(
          (d) => facts.gpusPerNode % d === 0,
        );
        return {
          path: `schedulers.${k.name}.workerGroups.${g.name}.gpusPerPod`,
          value:
            g.gpusPerPod > facts.gpusPerNode
              ? `${g.gpusPerPod} of ${facts.gpusPerNode}`
              : `${g.gpusPerPod}, which leaves ${left} of ${facts.gpusPerNode} idle`,
          allowed: divisors.join(", "),
          fix: set("gpusPerPod", divisors.filter((d) => d <= g.gpusPerPod).pop() ?? 1),
        };
      },
    ),
};
