import type { InstanceType } from "../../../../catalog/types";
import type { ChartInstall } from "../../../../kubernetes/chart/chart-install";
import type { EnvironmentVariable } from "../../../../kubernetes/chart/environment";
import { agentTolerations, poolTolerations } from "../../../../kubernetes/nodes/taints";
import type { FabricDriver, PodFabric, PoolNodes } from "../../../../kubernetes/platform/fabric-driver";
import { interfacesOf } from "../../../../model/aws/aws-model";
import { efaCount } from "../../../../model/aws/nic-layout";
import { MIB } from "../../../../units/bytes";
import { EFA_NODES } from "./aws-names";
import { efaMonitoring } from "./efa-monitoring";

/** Extended resource of the EFA device plugin. @see https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html */
const EFA_RESOURCE = "vpc.amazonaws.com/efa";

/** Huge pages that a pod asks for whose environment lets libfabric use them. @see https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html (5120Mi in the sample job) */
const POD_HUGE_PAGES_BYTES = 5120 * MIB;

/**
 * Huge pages that the EFA software sets aside: 110 pages of 2 MiB a vCPU, and one. Holds for the published nodes: 42,242 MiB
 * on p5.48xlarge (192 vCPUs), 21,122 MiB on p4d.24xlarge (96).
 * @see https://github.com/aws-samples/awsome-distributed-training (4.validation_and_observability, nccl-tests on EKS)
 */
export function efaHugePagesBytes(vcpus: number): number {
  return (110 * vcpus + 1) * 2 * MIB;
}

/** Whether libfabric takes its buffers from huge pages, which it does without it. @see https://ofiwg.github.io/libfabric/main/man/fi_efa.7.html */
const HUGE_PAGES_SETTING = "FI_EFA_USE_HUGE_PAGE";

/**
 * Environment that makes NCCL use EFA inside a pod: with libfabric 1.18 and aws-ofi-nccl 1.7 or newer only the fork problem
 * of huge pages is left (a data loader's fork fails with "Cannot allocate memory").
 * @see awslabs/awsome-distributed-training 1.architectures/efa-cheatsheet.md
 */
const EFA_ENVIRONMENT: readonly EnvironmentVariable[] = [
  { name: HUGE_PAGES_SETTING, value: "0" },
  { name: "FI_PROVIDER", value: "efa" },
  // pods have eth0 alone; `^docker,lo,veth,eth` of bare-metal guides would leave NCCL without a socket interface
  { name: "NCCL_SOCKET_IFNAME", value: "eth0" },
  { name: "NCCL_DEBUG", value: "WARN" },
];

/** How libfabric is told not to. @see https://github.com/ofiwg/libfabric prov/efa/src/efa_env.h (`EFA_ENV_HUGE_PAGE_DISABLED`) */
const OFF = ["0", "false", "no", "off"];

/** Whether libfabric takes its buffers from huge pages: a value that is read from a Secret may say so. */
function usesHugePages(environment: readonly EnvironmentVariable[]): boolean {
  const setting = environment.find(({ name }) => name === HUGE_PAGES_SETTING);
  return !OFF.includes(setting?.value?.toLowerCase() ?? "");
}

function onNodes({ pool, type }: PoolNodes): PodFabric | null {
  const perNode = efaCount(interfacesOf(pool));
  if (perNode === 0) return null;
  return {
    resource: EFA_RESOURCE,
    perNode,
    request: "share",
    hugePages: {
      bytesPerNode: efaHugePagesBytes(type.vcpus),
      bytesPerPod: POD_HUGE_PAGES_BYTES,
      usedWith: usesHugePages,
    },
    environment: EFA_ENVIRONMENT,
    annotations: () => ({}),
    capabilities: [],
    privileged: false,
    hostNetwork: false,
    folders: [],
    nodeLabels: EFA_NODES,
  };
}

/** The EFA device plugin, where a pool has EFA; it also runs on types that its own list does not know yet. */
export function efaPlugin(pools: readonly PoolNodes[]): ChartInstall[] {
  const types = [...new Set(pools.filter(({ pool }) => efaCount(interfacesOf(pool)) > 0).map(({ type }) => type.name))];
  if (types.length === 0) return [];
  return [
    {
      chart: "aws-efa-k8s-device-plugin",
      values: {
        supportedInstanceLabels: { keys: ["node.kubernetes.io/instance-type"], values: types.sort() },
        tolerations: agentTolerations(pools.map(({ pool }) => ({ tolerations: poolTolerations(pool) }))),
      },
    },
  ];
}

/** Elastic Fabric Adapter in pods. */
export const efaDriver: FabricDriver = {
  name: "EFA",
  unit: "interface",
  software: "libfabric and aws-ofi-nccl",
  // Ray's published images have neither
  missingFrom: (image) => /^(docker\.io\/)?rayproject\//.test(image),
  // UCX knows EFA as plain TCP. @see https://github.com/ai-dynamo/nixl (libfabric plugin)
  transferBackends: ["LIBFABRIC"],
  // @see https://github.com/kubernetes/cloud-provider-aws/pull/998
  topology: {
    name: "ec2-network",
    labels: [1, 2, 3].map((layer) => `topology.k8s.aws/network-node-layer-${layer}`),
  },
  labeled: ({ aws }: InstanceType) => aws?.topologyApi === true,
  onNodes,
  plugins: efaPlugin,
  monitoring: efaMonitoring,
};
