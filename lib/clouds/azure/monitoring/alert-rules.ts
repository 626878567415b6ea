import { counted } from "../../../units/quantity";
import type { MonitoringDefinition } from "./define-monitoring";

/** An alert of Azure Monitor on metrics of Prometheus. */
export interface AlertRule {
  readonly alert: string;
  readonly expression: string;
  /** How long it must hold, ISO 8601. */
  readonly for: string;
  /** 0 (critical) to 4 (verbose). */
  readonly severity: number;
  readonly summary: string;
}

/** What a head says of Slurm by the program `slurm-metrics`; the thresholds are those of AWS's alerts.yml. */
export const SLURM_ALERTS: readonly AlertRule[] = [
  {
    alert: "slurm-controller-silent",
    expression: "slurm_up == 0",
    for: "PT2M",
    severity: 1,
    summary: "slurmctld does not answer; read /var/log/slurm/slurmctld.log on {{ $labels.instance }}",
  },
  {
    alert: "slurm-launches-stopped",
    expression: "slurm_launches_stopped > 0",
    for: "PT1M",
    severity: 1,
    summary: "{{ $labels.pool }} launches nothing after failed boots; read /var/log/warpform/reconcile.log on the head",
  },
  {
    alert: "slurm-repairs-held-back",
    expression: "slurm_repairs_held_back == 1",
    for: "PT1M",
    severity: 1,
    summary: "reconcile ends and starts nothing; read /var/log/warpform/reconcile.log on the head",
  },
  {
    alert: "slurm-sync-failed",
    expression: "slurm_sync_step_failed == 1",
    for: "PT5M",
    severity: 1,
    summary: "step {{ $labels.step }} of the last apply fails on the head; read journalctl -u warpform-sync there",
  },
  {
    alert: "slurm-nodes-out-of-service",
    expression: 'sum by (pool) (slurm_nodes{state=~"down|drained|draining"}) > 0.1 * sum by (pool) (slurm_nodes)',
    for: "PT10M",
    severity: 2,
    summary: "more than a tenth of the nodes of {{ $labels.pool }} is out of service",
  },
];

/** What is watched; GPUs by DCGM, the rest by node_exporter. */
export function alertRules(of: MonitoringDefinition, fabric: boolean): readonly AlertRule[] {
  const { idleGpuMinutes, idleGpuPercent, maxGpuTemperatureCelsius, lustreFullPercent } = of;
  return [
    ...(idleGpuMinutes === null
      ? []
      : [
          {
            alert: "idle-gpus",
            expression: `max by (instance, pool) (max_over_time(DCGM_FI_DEV_GPU_UTIL[${idleGpuMinutes}m])) < ${idleGpuPercent}`,
            for: "PT5M",
            severity: 2,
            summary: `no GPU of {{ $labels.instance }} was above ${idleGpuPercent} % for ${counted(idleGpuMinutes, "minutes")}`,
          },
        ]),
    ...(maxGpuTemperatureCelsius === null
      ? []
      : [
          {
            alert: "gpu-temperature",
            expression: `max by (instance, gpu) (DCGM_FI_DEV_GPU_TEMP) > ${maxGpuTemperatureCelsius}`,
            for: "PT5M",
            severity: 2,
            summary: `GPU {{ $labels.gpu }} of {{ $labels.instance }} is above ${maxGpuTemperatureCelsius} °C`,
          },
        ]),
    {
      alert: "gpu-xid",
      // the gauge keeps the last XID until the driver is loaded again: a change is a new one
      expression: "changes(DCGM_FI_DEV_XID_ERRORS[10m]) > 0 and DCGM_FI_DEV_XID_ERRORS > 0",
      for: "PT1M",
      severity: 1,
      summary: "GPU {{ $labels.gpu }} of {{ $labels.instance }} reports an XID error",
    },
    ...(fabric
      ? [
          {
            alert: "infiniband-link-down",
            expression: "increase(node_infiniband_link_downed_total[10m]) > 0",
            for: "PT1M",
            severity: 1,
            summary: "port {{ $labels.port }} of {{ $labels.device }} on {{ $labels.instance }} went down",
          },
        ]
      : []),
    ...(lustreFullPercent === null
      ? []
      : [
          {
            alert: "lustre-full",
            expression: `max by (mountpoint) (100 * (1 - node_filesystem_avail_bytes{fstype="lustre"} / node_filesystem_size_bytes{fstype="lustre"})) > ${lustreFullPercent}`,
            for: "PT10M",
            severity: 2,
            summary: `{{ $labels.mountpoint }} is filled to more than ${lustreFullPercent} %`,
          },
        ]),
  ];
}
