import { checkEach, type Rule } from "../../rule";

export const podSplitsNodeBadly: Rule = {
  id: "pod-splits-node-badly",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "pods whose GPU count does not fill a node",
  why: "GPUs that no pod of the size can take stand idle: with 3 of 8 a pod, two GPUs of each node are paid for and never used.",
  fix: "Ask for 1, 2, 4 or 8 GPUs a pod on eight-GPU nodes.",
  verify: "`kubectl describe node` shows allocated against allocatable `nvidia.com/gpu` under full load.",
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
          fix: `set gpusPerPod to ${divisors.filter((d) => d <= g.gpusPerPod).pop() ?? 1}`,
        };
      },
    ),
};
