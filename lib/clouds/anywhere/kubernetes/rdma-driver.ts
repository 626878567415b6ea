import type { KubernetesPlatform, PlatformRdma } from "../../../catalog/kubernetes-platforms";
import type { FabricDriver, PodFabric, PoolNodes } from "../../../kubernetes/platform/fabric-driver";
import type { FabricMonitoring } from "../../../kubernetes/platform/fabric-monitoring";

/** Ports that went down and packets that were lost, by the node exporter. @see prometheus/node_exporter collector/infiniband_linux.go */
const MONITORING: FabricMonitoring = {
  panels: [
    {
      title: "RDMA received",
      expr: "sum by (instance) (rate(node_infiniband_port_data_received_bytes_total[1m]))",
      legend: "{{instance}}",
      unit: "Bps",
    },
    {
      title: "RDMA sent",
      expr: "sum by (instance) (rate(node_infiniband_port_data_transmitted_bytes_total[1m]))",
      legend: "{{instance}}",
      unit: "Bps",
    },
  ],
  alerts: [
    {
      alert: "RdmaLinkDown",
      expr: "increase(node_infiniband_link_downed_total[10m]) > 0",
      for: "0m",
      severity: "page",
      summary: "port {{ $labels.port }} of {{ $labels.device }} on {{ $labels.instance }} went down",
    },
  ],
  exporter: null,
};

function onNodes(rdma: PlatformRdma, { type }: PoolNodes): PodFabric {
  const { perNode, environment, annotations, perDeviceAnnotation, ...rest } = rdma;
  return {
    resource: rest.resource,
    request: rest.request,
    perNode: perNode ?? type.acceleratorCount,
    hugePages: null,
    environment: Object.entries(environment).map(([name, value]) => ({ name, value })),
    annotations: (devices) =>
      perDeviceAnnotation === null
        ? annotations
        : { ...annotations, [perDeviceAnnotation.key]: Array(devices).fill(perDeviceAnnotation.word).join(",") },
    capabilities: rest.capabilities,
    privileged: rest.privileged,
    hostNetwork: rest.hostNetwork,
    folders: rest.folders,
    nodeLabels: {},
  };
}

/** InfiniBand and RoCE as a row of the catalog describes them; null for a platform whose pods use none. */
export function rdmaDriver(
  row: Pick<KubernetesPlatform, "name" | "topologyLabels">,
  rdma: PlatformRdma | null,
): FabricDriver {
  return {
    name: rdma?.kind === "roce" ? "RoCE" : "InfiniBand",
    unit: "device",
    software: "libibverbs and, on RoCE and InfiniBand alike, NCCL with its IB transport",
    // whether an image has libibverbs cannot be told from its name
    missingFrom: () => false,
    topology: row.topologyLabels === null ? null : { name: `${row.name}-network`, labels: row.topologyLabels },
    labeled: () => row.topologyLabels !== null,
    onNodes: (nodes) => (rdma === null || nodes.pool.fabric === null ? null : onNodes(rdma, nodes)),
    plugins: () => [],
    monitoring: MONITORING,
  };
}
