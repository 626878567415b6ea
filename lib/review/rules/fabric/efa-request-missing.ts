import { efaCount } from "../../../model/nic-layout";
import { checkEach, type Rule } from "../../rule";

export const efaRequestMissing: Rule = {
  id: "efa-request-missing",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "pods of several hosts that ask for no EFA",
  why: "A pod sees only the devices it asks for. Without `vpc.amazonaws.com/efa` NCCL uses TCP sockets and says so only in its debug output: the job runs, many times slower.",
  fix: "Leave `efaPerPod` out: it follows from the catalogue and the pod's share of the node's GPUs.",
  verify: "`NCCL_DEBUG=INFO` in the pod prints `NET/OFI`, and `kubectl get pod -o yaml` shows the request.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html",
  check: (design) =>
    checkEach(
      design.kubernetes.flatMap((k) =>
        k.workerGroups.flatMap((g) => {
          const facts = design.pools.find((p) => p.pool.name === g.pool);
          return g.hosts > 1 && facts?.fabric?.kind === "efa" && (facts.type?.maxEfaInterfaces ?? 0) > 0
            ? [{ k, g, facts }]
            : [];
        }),
      ),
      ({ k, g, facts }) => {
        const share = Math.max(
          1,
          Math.floor((efaCount(facts.pool.networkInterfaces) * g.gpusPerPod) / Math.max(1, facts.gpusPerNode)),
        );
        if (g.efaPerPod >= share) return null;
        return {
          path: `schedulers.${k.name}.workerGroups.${g.name}.efaPerPod`,
          value: g.efaPerPod,
          allowed: `${share}: the share of ${g.gpusPerPod} of ${facts.gpusPerNode} GPUs`,
          fix: `set efaPerPod to ${share}, or leave it out`,
        };
      },
    ),
};
