import { interconnectSpansNodes } from "../../../../catalog/instance-types";
import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import { POOL_LABEL } from "../../../../kubernetes/chart/names";
import { agentTolerations, poolTolerations, type Toleration } from "../../../../kubernetes/nodes/taints";
import type { FabricDriver, PodFabric, PoolNodes } from "../../../../kubernetes/platform/fabric-driver";
import type { FabricMonitoring } from "../../../../kubernetes/platform/fabric-monitoring";
import { ncclTopology } from "./nccl-topology";
import { SPOT_TAINT } from "./spot-nodes";

/** Release of NVIDIA's network operator and of the parts that it was tested with. @see https://docs.nvidia.com/networking/display/kubernetes25100/ */
const OPERATOR = {
  registry: "nvcr.io/nvidia/mellanox",
  driver: { image: "doca-driver", version: "doca3.2.0-25.10-1.2.8.0-2" },
  plugin: { image: "sriov-network-device-plugin", version: "network-operator-v25.10.0" },
} as const;

/** The first driver that builds against the arm64 kernels of racks. @see Azure/ai-infrastructure-on-azure @a01b073 infrastructure_references/aks/configs/network-operator/nicclusterpolicy/base/nic.yaml */
const RACK_DRIVER_VERSION = "doca3.3.0-26.01-1.0.0.0-0";

/** Resource that the SR-IOV device plugin advertises: one of each InfiniBand function of a node. */
const RESOURCE = { prefix: "rdma", name: "ib" } as const;

/** What the plugin takes for such functions: not the Ethernet function, which is Mellanox' too. @see Azure/aks-rdma-infiniband configs/nicclusterpolicy */
const DEVICES = {
  resourceList: [
    {
      resourcePrefix: RESOURCE.prefix,
      resourceName: RESOURCE.name,
      selectors: { vendors: ["15b3"], linkTypes: ["infiniband"], isRdma: true },
    },
  ],
};

/**
 * What NCCL is told. Devices are `mlx5_0` to `mlx5_7` here and not `mlx5_ib0` as on VMs: `NCCL_IB_HCA` stays unset, or NCCL finds none of its devices
 * and goes over TCP without a word.
 * @see Azure/ai-infrastructure-on-azure infrastructure_references/aks, edwardsp/azcluster doc (walkthrough of AKS)
 */
const ENVIRONMENT = [
  { name: "NCCL_SOCKET_IFNAME", value: "eth0" },
  { name: "NCCL_IB_PCI_RELAXED_ORDERING", value: "1" },
  { name: "NCCL_IGNORE_CPU_AFFINITY", value: "1" },
];

const RACK_ENVIRONMENT = [
  { name: "NCCL_SOCKET_IFNAME", value: "eth0" },
  { name: "NCCL_MNNVL_ENABLE", value: "1" },
  { name: "NCCL_NVLS_ENABLE", value: "1" },
  { name: "NCCL_IB_SL", value: "1" },
];

/**
 * Memory of the operator. With the chart's 128Mi it was killed again and again on about 140 nodes, and new ones got no `rdma/ib`.
 * @see edwardsp/azcluster @798568d AGENTS.md, crates/azcluster-cli/src/aks/manifests/network-operator-values.yaml
 */
const OPERATOR_RESOURCES = { requests: { cpu: "5m", memory: "256Mi" }, limits: { memory: "1Gi" } };

/** Ports that went down, by the node exporter. @see prometheus/node_exporter collector/infiniband_linux.go */
const MONITORING: FabricMonitoring = {
  panels: [
    {
      title: "InfiniBand received",
      expr: "sum by (instance) (rate(node_infiniband_port_data_received_bytes_total[1m]))",
      legend: "{{instance}}",
      unit: "Bps",
    },
    {
      title: "InfiniBand sent",
      expr: "sum by (instance) (rate(node_infiniband_port_data_transmitted_bytes_total[1m]))",
      legend: "{{instance}}",
      unit: "Bps",
    },
  ],
  alerts: [
    {
      alert: "InfiniBandLinkDown",
      expr: "increase(node_infiniband_link_downed_total[10m]) > 0",
      for: "0m",
      severity: "page",
      summary: "port {{ $labels.port }} of {{ $labels.device }} on {{ $labels.instance }} went down",
    },
  ],
  exporter: null,
};

function onNodes({ type }: PoolNodes): PodFabric {
  const { files, environment } = ncclTopology(type.family);
  return {
    resource: `${RESOURCE.prefix}/${RESOURCE.name}`,
    perNode: type.infiniband!.devices,
    request: "share",
    hugePages: null,
    environment: interconnectSpansNodes(type) ? RACK_ENVIRONMENT : [...ENVIRONMENT, ...environment],
    annotations: () => ({}),
    // memory that devices reach is locked
    capabilities: ["IPC_LOCK"],
    privileged: false,
    hostNetwork: false,
    folders: [],
    files,
    nodeLabels: {},
  };
}

const onFabric = (pools: readonly PoolNodes[]) => pools.filter(({ pool }) => pool.fabric !== null);

const TOLERATE_SPOT = { key: SPOT_TAINT.key, operator: "Exists", effect: SPOT_TAINT.effect } as const;

/** Of the taints of the pools' nodes, and of Spot nodes, which AKS taints itself. */
function tolerationsOf(pools: readonly PoolNodes[]): readonly Toleration[] {
  return agentTolerations(pools.map(({ pool }) => ({ tolerations: [...poolTolerations(pool), TOLERATE_SPOT] })));
}

/** What the operator installs on the fabric's nodes: the driver of their adapters, and the plugin that counts them. It takes one such object. */
function clusterPolicy(pools: readonly PoolNodes[]): KubernetesObject {
  const { registry: repository, driver, plugin } = OPERATOR;
  return {
    apiVersion: "mellanox.com/v1alpha1",
    kind: "NicClusterPolicy",
    metadata: { name: "nic-cluster-policy" },
    spec: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: POOL_LABEL, operator: "In", values: pools.map(({ pool }) => pool.name).sort() },
              ],
            },
          ],
        },
      },
      tolerations: tolerationsOf(pools),
      ofedDriver: {
        repository,
        ...driver,
        ...(pools.some(({ type }) => interconnectSpansNodes(type)) && { version: RACK_DRIVER_VERSION }),
        // the module that it replaces may be loaded first. @see https://github.com/Mellanox/doca-driver-build/issues/52
        env: [{ name: "OFED_BLACKLIST_MODULES_FILE", value: "/host/etc/modprobe.d/blacklist-ofed-modules.conf" }],
        // a new driver ends what runs on a node: updates are the user's to start
        upgradePolicy: { autoUpgrade: false },
        startupProbe: { initialDelaySeconds: 10, periodSeconds: 20 },
        livenessProbe: { initialDelaySeconds: 30, periodSeconds: 30 },
        readinessProbe: { initialDelaySeconds: 10, periodSeconds: 30 },
      },
      sriovDevicePlugin: { repository, ...plugin, config: JSON.stringify(DEVICES) },
    },
  };
}

/** InfiniBand on AKS: NVIDIA's network operator brings the adapters' driver and the resource `rdma/ib`. */
export const infinibandDriver: FabricDriver = {
  name: "InfiniBand",
  unit: "device",
  software: "libibverbs (rdma-core)",
  // whether an image has libibverbs cannot be told from its name
  missingFrom: () => false,
  // a rack, as the GPU operator's feature discovery names it. @see https://github.com/NVIDIA/k8s-device-plugin/blob/main/docs/gpu-feature-discovery/README.md
  topology: { name: "nvlink-domains", labels: ["nvidia.com/gpu.clique"] },
  labeled: interconnectSpansNodes,
  onNodes: (nodes) => (nodes.pool.fabric === null || nodes.type.infiniband === null ? null : onNodes(nodes)),
  plugins: (pools) =>
    onFabric(pools).length === 0
      ? []
      : [
          {
            chart: "network-operator",
            values: {
              operator: { resources: OPERATOR_RESOURCES },
              // no agents on nodes without GPUs
              "node-feature-discovery": {
                worker: { tolerations: tolerationsOf(pools), nodeSelector: { "nvidia.com/gpu.present": "true" } },
              },
            },
          },
        ],
  objects: (pools) => (onFabric(pools).length === 0 ? [] : [clusterPolicy(onFabric(pools))]),
  monitoring: MONITORING,
};
