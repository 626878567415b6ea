import { add } from "../../../remedies/remedy";
import { part } from "../../../remedies/sentence";
import { DOES_NOT_APPLY, type Rule } from "../../rule";

export const monitoringMissing: Rule = {
  id: "monitoring-missing",
  area: "operations",
  severity: "warning",
  clouds: "all",
  title: "No monitoring configured",
  why: "Without metrics, idle GPUs, failing GPUs and full disks first show up on the bill. Published fleets lose several percent of GPU time to faults that metrics reveal immediately. On Kubernetes, no alert names a node that failed `nodeCheck`: it takes no work and is billed.",
  fix: "Add a ClusterMonitoring with dashboards and alarms; on Kubernetes, keep `monitoring` of KubeRayCluster enabled; on Slurm, set `monitoring` on SlurmHeadNode.",
  verify: "The dashboard shows DCGM_FI_DEV_GPU_UTIL of every GPU.",
  source: "https://docs.nvidia.com/datacenter/dcgm/latest/gpu-telemetry/dcgm-exporter.html",
  check: (design) =>
    design.gpuPools.length === 0
      ? DOES_NOT_APPLY
      : design.cluster.monitoring.length > 0
        ? []
        : [
            {
              path: "monitoring",
              value: null,
              allowed: part("monitoring"),
              fix: add("monitoring"),
            },
          ],
};
