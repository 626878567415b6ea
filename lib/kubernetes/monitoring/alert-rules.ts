import { counted } from "../../units/quantity";
import type { KubernetesObject } from "../chart/manifest";
import type { Alert } from "../platform/fabric-monitoring";

/** Thresholds of the alerts. */
export interface AlertProps {
  /** Minutes that a GPU which a pod holds may idle. */
  readonly idleGpuMinutes: number;
  /** Hours that a workload may wait in a queue, or a pod for a node. */
  readonly queueHours: number;
  /** Namespace of Prometheus. */
  readonly namespace: string;
  /** What can be wrong with the platform's fabric. */
  readonly fabric: readonly Alert[];
  /** Whether new nodes are checked. @default false */
  readonly checksNodes?: boolean;
}

/**
 * XIDs after which NVIDIA asks for a reset or a new GPU: 48 (double-bit ECC), 63/64 (row remapping), 74 (NVLink), 79 (off
 * the bus), 94/95 (contained and uncontained ECC), 119/120 (GSP). XID 13, 31 and 43 are usually the program's own.
 * @see https://docs.nvidia.com/deploy/xid-errors/
 */
const HARDWARE_XIDS = [48, 63, 64, 74, 79, 94, 95, 119, 120];

/**
 * GPUs and MIG devices that idle while a pod holds them, which is when `exported_pod` is set. DCGM gives 0 as the utilization of every
 * MIG device: what their engines did stands for it. @see https://github.com/NVIDIA/dcgm-exporter/issues/216
 */
const IDLE = [
  'avg_over_time(DCGM_FI_DEV_GPU_UTIL{exported_pod!="",GPU_I_ID=""}[10m]) < 5',
  'avg_over_time(DCGM_FI_PROF_GR_ENGINE_ACTIVE{exported_pod!="",GPU_I_ID!=""}[10m]) < 0.05',
].join(" or ");

/**
 * GPUs whose kernels run and do nothing: NCCL's poll for data that does not come, with neither tensor cores nor memory at work. Steps and
 * evaluations use both.
 * @see https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/feature-overview.html (profiling metrics)
 */
const STUCK = [
  'min_over_time(DCGM_FI_PROF_GR_ENGINE_ACTIVE{exported_pod!=""}[15m]) > 0.9',
  "max_over_time(DCGM_FI_PROF_PIPE_TENSOR_ACTIVE[15m]) < 0.01",
  "max_over_time(DCGM_FI_PROF_DRAM_ACTIVE[15m]) < 0.01",
].join(" and on (Hostname, gpu, GPU_I_ID) ");

/** Pods of the check whose verdict is out and not good, with the node that they are of. */
const CHECK_FAILED =
  '((kube_pod_status_ready{namespace="node-agents",pod=~"node-check-.*",condition="true"} == 0) and on (namespace, pod, uid) (kube_pod_container_status_running{container="end"} == 1)) * on (namespace, pod) group_left (node) kube_pod_info';

/** The same where it comes to no verdict. */
const CHECK_HANGS = 'kube_pod_init_container_status_running{namespace="node-agents",pod=~"node-check-.*"} == 1';

const NODE_CHECKS: readonly Alert[] = [
  {
    alert: "NodeCheckFailed",
    expr: CHECK_FAILED,
    for: "5m",
    severity: "ticket",
    summary:
      "node {{ $labels.node }} failed its check and takes no work: read the containers dcgm and nccl of {{ $labels.pod }}, then end the instance or delete the pod to check it again",
  },
  {
    alert: "NodeCheckHangs",
    expr: CHECK_HANGS,
    for: "1h",
    severity: "ticket",
    summary: "the check of a new node, {{ $labels.pod }}, has come to no end for an hour: the node takes no work",
  },
];

/**
 * Pods that no scheduler has given a node yet, whichever scheduler it is.
 * @see https://github.com/kubernetes/kube-state-metrics/blob/main/docs/metrics/workload/pod-metrics.md
 */
const UNPLACED = '(kube_pod_info{node=""} and on (namespace, pod, uid) (kube_pod_status_phase{phase="Pending"} == 1))';

function alerts(props: AlertProps): Readonly<Record<string, readonly Alert[]>> {
  return {
    gpu: [
      {
        alert: "GpuIdle",
        expr: IDLE,
        for: `${props.idleGpuMinutes}m`,
        severity: "ticket",
        summary: `GPU {{ $labels.gpu }} of {{ $labels.Hostname }} is held by {{ $labels.exported_pod }} and has idled for ${counted(props.idleGpuMinutes, "minutes")}`,
      },
      {
        alert: "GpuStuck",
        expr: STUCK,
        for: "15m",
        severity: "ticket",
        summary:
          "GPU {{ $labels.gpu }} of {{ $labels.Hostname }}, held by {{ $labels.exported_pod }}, has been busy for half an hour without computing or reading memory: a collective that waits for a lost process looks so",
      },
      {
        alert: "GpuXid",
        // the metric's value is the last XID
        expr: HARDWARE_XIDS.map((xid) => `DCGM_FI_DEV_XID_ERRORS == ${xid}`).join(" or "),
        for: "0m",
        severity: "page",
        summary:
          "GPU {{ $labels.gpu }} of {{ $labels.Hostname }} reports a hardware XID: drain the node, the repair follows",
      },
      {
        alert: "GpuHot",
        expr: "DCGM_FI_DEV_GPU_TEMP > 85",
        for: "5m",
        severity: "ticket",
        summary: "GPU {{ $labels.gpu }} of {{ $labels.Hostname }} is at {{ $value }} degrees Celsius",
      },
      {
        alert: "GpuThrottled",
        // nanoseconds of slowdown a second: above a tenth of the time
        expr: "rate(DCGM_FI_DEV_THERMAL_VIOLATION[10m]) + rate(DCGM_FI_DEV_POWER_VIOLATION[10m]) > 1e8",
        for: "10m",
        severity: "ticket",
        summary: "GPU {{ $labels.gpu }} of {{ $labels.Hostname }} is slowed down by heat or power",
      },
      {
        alert: "GpuRowRemapFailed",
        expr: "DCGM_FI_DEV_ROW_REMAP_FAILURE > 0",
        for: "0m",
        severity: "page",
        summary: "GPU {{ $labels.gpu }} of {{ $labels.Hostname }} has no spare memory rows left: replace the node",
      },
    ],
    fabric: props.fabric,
    ...(props.checksNodes ? { nodes: NODE_CHECKS } : {}),
    queue: [
      {
        alert: "QueueWaiting",
        // what waits for quota is `inadmissible` until others give some back, `active` only while Kueue looks at it
        expr: "min_over_time(sum by (cluster_queue) (kueue_pending_workloads)[30m:1m]) > 0",
        for: `${props.queueHours}h`,
        severity: "ticket",
        summary: `queue {{ $labels.cluster_queue }} has had workloads waiting for ${counted(props.queueHours, "hours")}`,
      },
      {
        alert: "PodsWaiting",
        // KAI's queues hold pods, not workloads; with Kueue it is what was admitted and found no node
        expr: `count by (namespace) (time() - kube_pod_created > ${props.queueHours * 3600} and on (namespace, pod, uid) ${UNPLACED})`,
        for: "5m",
        severity: "ticket",
        summary: `{{ $value }} pods in {{ $labels.namespace }} have waited for a node for more than ${counted(props.queueHours, "hours")}`,
      },
    ],
    serving: [
      {
        alert: "ReplicasSaturated",
        expr: "max by (application, deployment) (ray_serve_deployment_queued_queries) > 10",
        for: "5m",
        severity: "page",
        summary:
          "{{ $labels.application }} has {{ $value }} requests waiting: more replicas are needed than the pool gives",
      },
      {
        alert: "ReplicasAtMost",
        // models outside Ray Serve: what KEDA scales
        expr: 'kube_horizontalpodautoscaler_status_current_replicas{horizontalpodautoscaler=~"keda-hpa-.*"} >= on (namespace, horizontalpodautoscaler) kube_horizontalpodautoscaler_spec_max_replicas',
        for: "30m",
        severity: "ticket",
        summary:
          "{{ $labels.horizontalpodautoscaler }} in {{ $labels.namespace }} has had all the replicas it may have for half an hour",
      },
      {
        alert: "ServeSlow",
        expr: "histogram_quantile(0.99, sum by (le, application) (rate(ray_serve_http_request_latency_ms_bucket[5m]))) > 30000",
        for: "10m",
        severity: "ticket",
        summary: "the slowest hundredth of {{ $labels.application }}'s requests takes more than 30 s",
      },
      {
        alert: "ServeErrors",
        expr: "sum by (application) (rate(ray_serve_num_http_error_requests_total[5m])) / sum by (application) (rate(ray_serve_num_http_requests_total[5m])) > 0.05",
        for: "5m",
        severity: "page",
        summary: "more than one in twenty requests to {{ $labels.application }} fails",
      },
    ],
  };
}

/** Groups of rules as Prometheus reads them. */
export function alertGroups(props: AlertProps) {
  return Object.entries(alerts(props)).map(([name, rules]) => ({
    name,
    rules: rules.map(({ alert, expr, for: duration, severity, summary }) => ({
      alert,
      expr,
      for: duration,
      labels: { severity },
      annotations: { summary },
    })),
  }));
}

/** The alerts as the Prometheus operator's object. */
export function alertRules(props: AlertProps): KubernetesObject {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name: "gpu-cluster", namespace: props.namespace },
    spec: { groups: alertGroups(props) },
  };
}
