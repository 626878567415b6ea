import type { ChartFile } from "../chart/chart";
import { helmFile } from "../chart/helm-value";
import type { KubernetesObject } from "../chart/manifest";
import type { Panel } from "../platform/fabric-monitoring";

const DASHBOARDS = {
  gpus: {
    title: "GPUs",
    panels: [
      {
        title: "Utilization",
        expr: "avg by (Hostname) (DCGM_FI_DEV_GPU_UTIL)",
        legend: "{{Hostname}}",
        unit: "percent",
      },
      {
        title: "Tensor cores busy",
        expr: "avg by (Hostname) (DCGM_FI_PROF_PIPE_TENSOR_ACTIVE) * 100",
        legend: "{{Hostname}}",
        unit: "percent",
      },
      {
        title: "Memory in use",
        expr: "sum by (Hostname) (DCGM_FI_DEV_FB_USED) * 1048576",
        legend: "{{Hostname}}",
        unit: "bytes",
      },
      { title: "Power", expr: "sum by (Hostname) (DCGM_FI_DEV_POWER_USAGE)", legend: "{{Hostname}}", unit: "watt" },
      {
        title: "Hottest GPU",
        expr: "max by (Hostname) (DCGM_FI_DEV_GPU_TEMP)",
        legend: "{{Hostname}}",
        unit: "celsius",
      },
      {
        title: "Last XID",
        expr: "max by (Hostname, gpu) (DCGM_FI_DEV_XID_ERRORS) > 0",
        legend: "{{Hostname}} GPU {{gpu}}",
        unit: "short",
      },
    ],
  },
  fabric: {
    title: "Fabric",
    panels: [],
  },
  queues: {
    title: "Queues",
    panels: [
      {
        title: "Waiting workloads",
        expr: "sum by (cluster_queue) (kueue_pending_workloads)",
        legend: "{{cluster_queue}}",
        unit: "short",
      },
      {
        title: "Admitted workloads",
        expr: "sum by (cluster_queue) (kueue_admitted_active_workloads)",
        legend: "{{cluster_queue}}",
        unit: "short",
      },
      {
        title: "GPUs in use",
        expr: 'sum by (cluster_queue) (kueue_cluster_queue_resource_usage{resource="nvidia.com/gpu"})',
        legend: "{{cluster_queue}}",
        unit: "short",
      },
      {
        title: "Wait, median",
        expr: "histogram_quantile(0.5, sum by (le, cluster_queue) (rate(kueue_admission_wait_time_seconds_bucket[1h])))",
        legend: "{{cluster_queue}}",
        unit: "s",
      },
      {
        title: "Pods without a node",
        expr: 'count by (namespace) (kube_pod_info{node=""})',
        legend: "{{namespace}}",
        unit: "short",
      },
    ],
  },
  serving: {
    title: "Serving",
    panels: [
      {
        title: "Requests",
        expr: "sum by (application) (rate(ray_serve_num_http_requests_total[1m]))",
        legend: "{{application}}",
        unit: "reqps",
      },
      {
        title: "Latency, 99th percentile",
        expr: "histogram_quantile(0.99, sum by (le, application) (rate(ray_serve_http_request_latency_ms_bucket[5m])))",
        legend: "{{application}} p99",
        unit: "ms",
      },
      {
        title: "Waiting requests",
        expr: "sum by (deployment) (ray_serve_deployment_queued_queries)",
        legend: "{{deployment}}",
        unit: "short",
      },
      {
        title: "Replicas",
        expr: "sum by (deployment) (ray_serve_deployment_replica_healthy)",
        legend: "{{deployment}}",
        unit: "short",
      },
    ],
  },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly panels: readonly Panel[] }>>;

const COLUMNS = 2;
const PANEL = { width: 12, height: 8 };

/** An address that each dashboard leads to: where the logs are. */
export interface DashboardLink {
  readonly title: string;
  readonly url: string;
}

function dashboardJson(uid: string, title: string, panels: readonly Panel[], links: readonly DashboardLink[]): string {
  const datasource = { type: "prometheus", uid: "prometheus" };
  return `${JSON.stringify(
    {
      uid,
      title,
      tags: ["warpform"],
      schemaVersion: 39,
      refresh: "30s",
      time: { from: "now-6h", to: "now" },
      ...(links.length > 0 ? { links: links.map((link) => ({ ...link, type: "link", targetBlank: true })) } : {}),
      panels: panels.map((panel, i) => ({
        id: i + 1,
        type: "timeseries",
        title: panel.title,
        datasource,
        gridPos: {
          x: (i % COLUMNS) * PANEL.width,
          y: Math.floor(i / COLUMNS) * PANEL.height,
          w: PANEL.width,
          h: PANEL.height,
        },
        fieldConfig: { defaults: { unit: panel.unit }, overrides: [] },
        targets: [{ refId: "A", datasource, expr: panel.expr, legendFormat: panel.legend }],
      })),
    },
    undefined,
    2,
  )}\n`;
}

/** The dashboards, with the panels of the fabric in theirs; without any it is left out. */
function dashboards(fabric: readonly Panel[]) {
  return Object.entries({ ...DASHBOARDS, fabric: { ...DASHBOARDS.fabric, panels: fabric } }).filter(
    ([, { panels }]) => panels.length > 0,
  );
}

/** Dashboards as files that Grafana also imports by hand. */
export function dashboardFiles(fabric: readonly Panel[], links: readonly DashboardLink[] = []): ChartFile[] {
  return dashboards(fabric).map(([uid, { title, panels }]) => ({
    path: `files/dashboards/${uid}.json`,
    text: dashboardJson(uid, title, panels, links),
  }));
}

/** ConfigMaps that Grafana's sidecar picks up by their label. */
export function dashboardConfigMaps(namespace: string, fabric: readonly Panel[]): KubernetesObject[] {
  return dashboards(fabric).map(([uid]) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `dashboard-${uid}`, namespace, labels: { grafana_dashboard: "1" } },
    data: { [`${uid}.json`]: helmFile(`files/dashboards/${uid}.json`) },
  }));
}
