import { efaInterfaces } from "../../../catalog/instance-types";
import { counted } from "../../../units/quantity";
import { checkEach, type Rule } from "../../rule";

export const efaRequestMissing: Rule = {
  id: "efa-request-missing",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "Multi-host pods without an EFA request",
  why: "A pod sees only the devices that it requests. Without `vpc.amazonaws.com/efa`, NCCL falls back to TCP sockets and reports it only in debug output: the job runs, at the bandwidth of one IP interface (100 of a p5 node's 3,200 Gb/s).",
  fix: "Raise `gpusPerPod` until the pod's share of the node's EFA devices is at least one; in manifests of your own, request the share.",
  verify: "`NCCL_DEBUG=INFO` in the pod prints `NET/OFI`, and `kubectl get pod -o yaml` shows the request.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html",
  check: (design) =>
    checkEach(
      design.kubernetes.flatMap((k) =>
        k.workerGroups.flatMap((g) => {
          const facts = design.pools.find((p) => p.pool.name === g.pool);
          return g.hosts > 1 && facts?.fabric?.kind === "efa" && facts.type && efaInterfaces(facts.type) > 0
            ? [{ k, g, facts }]
            : [];
        }),
      ),
      ({ k, g, facts }) => {
        const perGpu = (facts.pool.fabric?.devices ?? 0) / Math.max(1, facts.gpusPerNode);
        const share = Math.max(1, Math.floor(perGpu * g.gpusPerPod));
        if (g.rdmaDevicesPerPod >= share) return null;
        return {
          path: `schedulers.${k.name}.workerGroups.${g.name}.rdmaDevicesPerPod`,
          value: g.rdmaDevicesPerPod,
          allowed: `${share}: the share of ${g.gpusPerPod} of ${counted(facts.gpusPerNode, "GPUs")}`,
          // Pods of the library request their share, which is none where several GPUs share a device.
          fix:
            perGpu > 0 && perGpu * g.gpusPerPod < 1
              ? `raise gpusPerPod to ${Math.ceil(1 / perGpu)}, the GPUs that share one device`
              : `request ${share} of vpc.amazonaws.com/efa per pod`,
        };
      },
    ),
};
