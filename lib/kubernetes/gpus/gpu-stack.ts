import type { ChartInstall } from "../chart/chart-install";
import type { KubernetesPool } from "../nodes/pool";
import { agentTolerations } from "../nodes/taints";
import { spansNodes } from "./compute-domain";
import { devicePluginConfigs, migConfigs } from "./gpu-sharing";

/** Image families of nodes. */
export type NodeImage = "al2023" | "bottlerocket";

/** What nodes have of NVIDIA's software before anything is installed. */
export interface NodeSoftware {
  /** The kernel driver. */
  readonly driver: boolean;
  /** The container toolkit. */
  readonly toolkit: boolean;
  /** Whether GPUs are advertised to Kubernetes. */
  readonly devicePlugin: boolean;
  /** Whether a fabric's operator brings its driver, which GPUs are to be reached with, and Node Feature Discovery. @default false */
  readonly fabricOperator?: boolean;
  /** Socket of containerd, which the toolkit configures. @default null, at /run/containerd */
  readonly containerdSocket?: string | null;
}

/** What each image family carries of it. */
export const IMAGE_SOFTWARE: Readonly<Record<NodeImage, NodeSoftware>> = {
  al2023: { driver: true, toolkit: true, devicePlugin: false },
  bottlerocket: { driver: true, toolkit: true, devicePlugin: true },
};

const ON_GPU_NODES = { "nvidia.com/gpu.present": "true" };

/** Name of the ConfigMap with NVIDIA's MIG configurations. */
export const MIG_CONFIG_MAP = "mig-configs";

/**
 * What has to be installed so that pods can ask for GPUs, which follows from what they have. With driver and container toolkit
 * but no device plugin: the plugin alone, or with MIG the operator (driver and toolkit off), never both, since they would register every
 * GPU twice. Without them: the operator with all that is missing.
 * @see https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html#pre-installed-nvidia-gpu-drivers
 */
export function gpuStack(pools: readonly KubernetesPool[], has: NodeSoftware): ChartInstall[] {
  const gpus = pools.filter(({ type }) => type.acceleratorCount > 0);
  if (gpus.length === 0 || has.devicePlugin) return [];
  const mig = gpus.some(({ pool }) => pool.sharing.kind === "mig");
  const devices =
    mig || !has.driver || !has.toolkit
      ? { chart: "gpu-operator", values: operatorValues(gpus, has) }
      : { chart: "nvidia-device-plugin", values: pluginValues(gpus) };
  return [devices, ...(gpus.some(spansNodes) ? [{ chart: "dra-driver-nvidia-gpu", values: domainValues(gpus) }] : [])];
}

/** GPUs stay the device plugin's; the driver is for NVLink over nodes alone. */
function domainValues(pools: readonly KubernetesPool[]): unknown {
  return {
    resources: { gpus: { enabled: false }, computeDomains: { enabled: true } },
    kubeletPlugin: { nodeSelector: ON_GPU_NODES, tolerations: agentTolerations(pools) },
  };
}

function pluginValues(pools: readonly KubernetesPool[]): unknown {
  return {
    config: { map: devicePluginConfigs(pools), default: "default" },
    tolerations: agentTolerations(pools),
    affinity: null,
    nodeSelector: ON_GPU_NODES,
    gfd: { enabled: true },
  };
}

function operatorValues(pools: readonly KubernetesPool[], has: NodeSoftware): unknown {
  return {
    driver: { enabled: !has.driver, ...(has.fabricOperator ? { rdma: { enabled: true } } : {}) },
    ...(has.fabricOperator ? { nfd: { enabled: false } } : {}),
    toolkit: {
      enabled: !has.toolkit,
      ...(has.toolkit || !has.containerdSocket
        ? {}
        : { env: [{ name: "CONTAINERD_SOCKET", value: has.containerdSocket }] }),
    },
    cdi: { enabled: true },
    mig: { strategy: "mixed" },
    migManager: {
      enabled: true,
      config: {
        create: true,
        name: MIG_CONFIG_MAP,
        default: "all-disabled",
        data: { "config.yaml": migConfigs(pools) },
      },
      // the GPU must be free while it is cut: whoever uses it is stopped and started again
      env: [{ name: "WITH_REBOOT", value: "true" }],
    },
    devicePlugin: {
      config: { create: true, name: "device-plugin-configs", default: "default", data: devicePluginConfigs(pools) },
    },
    // the exporter is installed on its own, with the metrics that the alerts read
    dcgmExporter: { enabled: false },
    daemonsets: { tolerations: agentTolerations(pools) },
  };
}

/** Bottlerocket's settings for the device plugin that it carries. @see https://bottlerocket.dev/en/os/latest/#/api/settings/kubelet-device-plugins/ */
export function bottlerocketSettings({ pool }: KubernetesPool): string {
  const { sharing } = pool;
  if (sharing.kind === "mps")
    return [
      "[settings.kubelet-device-plugins.nvidia]",
      'device-sharing-strategy = "mps"',
      "",
      "[settings.kubelet-device-plugins.nvidia.mps]",
      `replicas = ${sharing.replicas}`,
      "rename-by-default = true",
      "",
    ].join("\n");
  if (sharing.kind !== "time-slicing") return "";
  return [
    "[settings.kubelet-device-plugins.nvidia]",
    'device-sharing-strategy = "time-slicing"',
    "",
    "[settings.kubelet-device-plugins.nvidia.time-slicing]",
    `replicas = ${sharing.replicas}`,
    "rename-by-default = true",
    "fail-requests-greater-than-one = true",
    "",
  ].join("\n");
}
