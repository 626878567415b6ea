import { GPU_TAINT } from "../chart/names";
import type { KubernetesPool } from "../nodes/pool";
import { devicePluginConfigs, migConfigs } from "./gpu-sharing";

/** Image families of nodes, as EKS names them. */
export type NodeImage = "al2023" | "bottlerocket";

/** A published chart with the values it is installed with. */
export interface ChartInstall {
  /** Name in the chart catalogue. */
  readonly chart: string;
  readonly values: unknown;
}

const TOLERATE_GPU = [{ key: GPU_TAINT.key, operator: "Exists", effect: GPU_TAINT.effect }];
const ON_GPU_NODES = { "nvidia.com/gpu.present": "true" };

/** Name of the ConfigMap with NVIDIA's MIG configurations. */
export const MIG_CONFIG_MAP = "mig-configs";

/**
 * What has to be installed so that pods can ask for GPUs, which follows from what the image carries. AL2023's NVIDIA image
 * has the driver and the container toolkit but no device plugin: the plugin alone, or with MIG the operator (driver and
 * toolkit off), never both, since they would register every GPU twice. Bottlerocket's has the plugin built in.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-optimized-ami.html
 */
export function gpuStack(pools: readonly KubernetesPool[], image: NodeImage): ChartInstall[] {
  const gpus = pools.filter(({ type }) => type.acceleratorCount > 0);
  if (gpus.length === 0 || image === "bottlerocket") return [];
  const mig = gpus.some(({ pool }) => pool.sharing.kind === "mig");
  return mig
    ? [{ chart: "gpu-operator", values: operatorValues(gpus) }]
    : [{ chart: "nvidia-device-plugin", values: pluginValues(gpus) }];
}

function pluginValues(pools: readonly KubernetesPool[]): unknown {
  return {
    config: { map: devicePluginConfigs(pools), default: "default" },
    tolerations: TOLERATE_GPU,
    affinity: null,
    nodeSelector: ON_GPU_NODES,
    gfd: { enabled: true },
  };
}

function operatorValues(pools: readonly KubernetesPool[]): unknown {
  return {
    driver: { enabled: false },
    toolkit: { enabled: false },
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
    daemonsets: { tolerations: TOLERATE_GPU },
  };
}

/** The EFA device plugin, where a pool has EFA; it also runs on types that its own list does not know yet. */
export function efaPlugin(pools: readonly KubernetesPool[]): ChartInstall[] {
  const types = [
    ...new Set(
      pools
        .filter(({ pool }) => pool.networkInterfaces.some((n) => n.interfaceType !== "interface"))
        .map(({ type }) => type.name),
    ),
  ];
  if (types.length === 0) return [];
  return [
    {
      chart: "aws-efa-k8s-device-plugin",
      values: {
        supportedInstanceLabels: { keys: ["node.kubernetes.io/instance-type"], values: types.sort() },
        tolerations: TOLERATE_GPU,
      },
    },
  ];
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
