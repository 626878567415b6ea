import type { ChartInstall } from "../chart/chart-install";
import type { KubernetesObject } from "../chart/manifest";
import { SERVICE_LABEL } from "../chart/names";
import type { KubernetesPool } from "../nodes/pool";
import { agentTolerations } from "../nodes/taints";

/** Namespace of Prometheus, Grafana and the DCGM exporter. */
export const MONITORING_NAMESPACE = "monitoring";

/** What the exporter reads of each GPU: DCGM field, kind, help. @see https://docs.nvidia.com/datacenter/dcgm/latest/dcgm-api/dcgm-api-field-ids.html */
const GPU_FIELDS = [
  ["DCGM_FI_DEV_GPU_UTIL", "gauge", "utilization, percent"],
  ["DCGM_FI_DEV_FB_USED", "gauge", "memory in use, MiB"],
  ["DCGM_FI_DEV_FB_FREE", "gauge", "memory free, MiB"],
  ["DCGM_FI_DEV_GPU_TEMP", "gauge", "temperature, degrees Celsius"],
  ["DCGM_FI_DEV_POWER_USAGE", "gauge", "power, watts"],
  ["DCGM_FI_DEV_XID_ERRORS", "gauge", "last XID"],
  ["DCGM_FI_DEV_POWER_VIOLATION", "counter", "slowed down by power, ns"],
  ["DCGM_FI_DEV_THERMAL_VIOLATION", "counter", "slowed down by heat, ns"],
  ["DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "counter", "memory rows remapped after uncorrectable errors"],
  ["DCGM_FI_DEV_ROW_REMAP_FAILURE", "gauge", "whether remapping a row failed"],
  ["DCGM_FI_PROF_GR_ENGINE_ACTIVE", "gauge", "share of time in which an engine works; of MIG devices too"],
  ["DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "gauge", "share of cycles in which tensor cores work"],
  ["DCGM_FI_PROF_DRAM_ACTIVE", "gauge", "share of cycles in which memory works"],
  ["DCGM_FI_PROF_NVLINK_TX_BYTES", "counter", "bytes sent over NVLink"],
] as const;

export interface MonitoringProps {
  /** Disk for metrics, GiB. */
  readonly storageGiB: number;
  /** Days that metrics are kept. */
  readonly retentionDays: number;
  /** Storage class of that disk; null for the cluster's default. */
  readonly storageClass: string | null;
  /** Pools whose GPUs are measured. */
  readonly pools: readonly KubernetesPool[];
}

/** Prometheus, Grafana and the DCGM exporter. Prometheus comes first: the exporter's chart needs its kinds. */
export function monitoringCharts(props: MonitoringProps): ChartInstall[] {
  return [
    {
      chart: "kube-prometheus-stack",
      values: {
        prometheus: {
          prometheusSpec: {
            // monitors of every chart count, not only this one's
            serviceMonitorSelectorNilUsesHelmValues: false,
            podMonitorSelectorNilUsesHelmValues: false,
            ruleSelectorNilUsesHelmValues: false,
            retention: `${props.retentionDays}d`,
            storageSpec: {
              volumeClaimTemplate: {
                spec: {
                  ...(props.storageClass ? { storageClassName: props.storageClass } : {}),
                  accessModes: ["ReadWriteOnce"],
                  resources: { requests: { storage: `${props.storageGiB}Gi` } },
                },
              },
            },
          },
        },
        grafana: {
          // the chart makes its own password and keeps it in a Secret, outside Terraform's state
          sidecar: { dashboards: { enabled: true, label: "grafana_dashboard", searchNamespace: MONITORING_NAMESPACE } },
        },
        "prometheus-node-exporter": { tolerations: [{ operator: "Exists" }] },
      },
    },
    {
      chart: "dcgm-exporter",
      values: {
        nodeSelector: { "nvidia.com/gpu.present": "true" },
        tolerations: agentTolerations(props.pools),
        serviceMonitor: { enabled: true, interval: "15s", honorLabels: false },
        customMetrics: `${GPU_FIELDS.map((field) => field.join(", ")).join("\n")}\n`,
      },
    },
  ];
}

/** What a scrape adds to the metrics of a pod. */
interface PodMonitorLabels {
  /** The pod's node, as label `node`. @default false */
  readonly node?: boolean;
  /** Labels of the pod that its metrics carry too. @default - none */
  readonly ofPod?: readonly string[];
}

/** Scrapes pods by label. */
export function podMonitor(
  name: string,
  namespace: string,
  matchLabels: Record<string, string>,
  port: string,
  { node = false, ofPod = [] }: PodMonitorLabels = {},
): KubernetesObject {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PodMonitor",
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels },
      ...(ofPod.length > 0 ? { podTargetLabels: ofPod } : {}),
      podMetricsEndpoints: [
        {
          port,
          interval: "15s",
          ...(node
            ? { relabelings: [{ sourceLabels: ["__meta_kubernetes_pod_node_name"], targetLabel: "node" }] }
            : {}),
        },
      ],
    },
  };
}

/** Scrapes the Ray heads and workers of a namespace. */
export function rayMonitors(namespace: string): KubernetesObject[] {
  return [
    podMonitor("ray-head", namespace, { "ray.io/node-type": "head" }, "metrics"),
    podMonitor("ray-workers", namespace, { "ray.io/node-type": "worker" }, "metrics", { ofPod: [SERVICE_LABEL] }),
  ];
}
