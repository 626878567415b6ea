import { DOES_NOT_APPLY, type Rule } from "../../rule";

export const monitoringMissing: Rule = {
  id: "monitoring-missing",
  area: "operations",
  severity: "warning",
  clouds: "all",
  title: "GPU cluster that nobody watches",
  why: "Idle GPUs, failing ones and full disks are noticed by their bill. Published fleets lose several percent of GPU time to faults that metrics show at once.",
  fix: "Add a ClusterMonitoring with dashboards and alarms; on Kubernetes leave `monitoring` of KubeRayCluster on, on Slurm set `monitoring` of SlurmHeadNode.",
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
              allowed: "a ClusterMonitoring",
              fix: "add a ClusterMonitoring to the stack",
            },
          ],
};
