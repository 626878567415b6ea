import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import { podMonitor } from "../../../../kubernetes/monitoring/monitoring";
import { NODE_AGENTS_NAMESPACE, PROGRAMS_VOLUME } from "../../../../kubernetes/nodes/node-agent";
import type { Toleration } from "../../../../kubernetes/nodes/taints";
import type { Alert, FabricMonitoring, Panel } from "../../../../kubernetes/platform/fabric-monitoring";
import { EFA_NODES, PYTHON_IMAGE } from "./aws-names";
import { awsProgram } from "./aws-program";

const PANELS: readonly Panel[] = [
  { title: "EFA received", expr: "sum by (node) (rate(efa_rx_bytes_total[1m]))", legend: "{{node}}", unit: "Bps" },
  { title: "EFA sent", expr: "sum by (node) (rate(efa_tx_bytes_total[1m]))", legend: "{{node}}", unit: "Bps" },
  { title: "EFA drops", expr: "sum by (node) (rate(efa_rx_drops_total[5m]))", legend: "{{node}}", unit: "short" },
  {
    title: "EFA retransmits",
    expr: "sum by (node) (rate(efa_retrans_pkts_total[5m]))",
    legend: "{{node}}",
    unit: "short",
  },
];

const ALERTS: readonly Alert[] = [
  {
    alert: "EfaDevicesMissing",
    expr: "efa_devices == 0",
    for: "5m",
    severity: "page",
    summary: "{{ $labels.node }} has no EFA device: NCCL falls back to TCP there and slows the whole job",
  },
  {
    alert: "EfaErrors",
    // Not one sum: types before Nitro v4 count drops only, and a sum with what is not there is nothing.
    expr: "sum by (node, device) (rate(efa_rx_drops_total[5m])) > 1 or sum by (node, device) (rate(efa_retrans_timeout_events_total[5m])) > 1",
    for: "10m",
    severity: "ticket",
    summary: "EFA device {{ $labels.device }} of {{ $labels.node }} drops or repeats packets",
  },
];

/** Serves the counters of the EFA devices on every node that has some. */
function efaExporter(tolerations: readonly Toleration[]): KubernetesObject[] {
  const labels = { app: "efa-exporter" };
  return [
    {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: labels.app, namespace: NODE_AGENTS_NAMESPACE, labels },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            automountServiceAccountToken: false,
            nodeSelector: EFA_NODES,
            tolerations,
            securityContext: { runAsNonRoot: true, runAsUser: 65534, seccompProfile: { type: "RuntimeDefault" } },
            containers: [
              {
                name: labels.app,
                image: PYTHON_IMAGE,
                command: ["python", "/programs/efa_exporter.py", "/host/sys", "9402"],
                ports: [{ name: "metrics", containerPort: 9402 }],
                resources: { requests: { cpu: "10m", memory: "32Mi" }, limits: { memory: "64Mi" } },
                readinessProbe: { httpGet: { path: "/", port: "metrics" } },
                livenessProbe: { httpGet: { path: "/", port: "metrics" }, periodSeconds: 60 },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ["ALL"] },
                },
                volumeMounts: [
                  { name: "sys", mountPath: "/host/sys", readOnly: true },
                  { name: "programs", mountPath: "/programs", readOnly: true },
                ],
              },
            ],
            volumes: [{ name: "sys", hostPath: { path: "/sys", type: "Directory" } }, PROGRAMS_VOLUME],
          },
        },
      },
    },
    podMonitor("efa-exporter", NODE_AGENTS_NAMESPACE, labels, "metrics", { node: true }),
  ];
}

/** Counters of EFA devices, which no common exporter reads. */
export const efaMonitoring: FabricMonitoring = {
  panels: PANELS,
  alerts: ALERTS,
  exporter: { objects: efaExporter, programs: [awsProgram("efa_exporter.py")] },
};
