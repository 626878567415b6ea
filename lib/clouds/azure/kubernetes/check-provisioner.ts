import type { Problems } from "../../../errors";
import { leaveOut, use } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER } from "./kube-ray-cluster-table";
import { isKarpenterPool, karpenterTakes } from "./platform/karpenter-pool";

/**
 * Sizes of the catalog that Karpenter has no GPU driver for, and never launches.
 * @see https://github.com/Azure/karpenter-provider-azure/blob/v1.14.2/pkg/utils/supported-gpus.yaml
 */
const UNKNOWN_SIZES: readonly string[] = ["Standard_ND96asr_A100_v4"];

/** Largest disk of a node class, GB. @see https://github.com/Azure/karpenter-provider-azure/blob/v1.14.2/pkg/apis/v1beta1/aksnodeclass.go */
const MOST_DISK_GB = 2048;

/**
 * What node auto-provisioning does not go together with: AKS enables it on no cluster that has the cluster autoscaler.
 * @see https://learn.microsoft.com/azure/aks/node-auto-provisioning#limitations-and-unsupported-features
 */
export function checkProvisioner(problems: Problems, props: KubeRayClusterProps): void {
  if (props.provisioner !== "karpenter") return;
  const { systemNodes = KUBE_RAY_CLUSTER.systemNodes.default, maxSystemNodes = systemNodes } = props;
  if (maxSystemNodes > systemNodes)
    problems.add(
      "conflict",
      "maxSystemNodes",
      say`${prop("maxSystemNodes")} ${maxSystemNodes} needs the AKS cluster autoscaler, which provisioner "karpenter" excludes; ${leaveOut("maxSystemNodes")} and set ${prop("systemNodes")} ${maxSystemNodes}, or use provisioner "managed"`,
    );
  props.pools.forEach((pool, i) => {
    checkSize(problems, `pools[${i}]`, pool);
    if (isKarpenterPool(pool, "karpenter")) checkKarpenterPool(problems, `pools[${i}]`, pool, props);
  });
}

/** Pools that Karpenter cannot launch have no autoscaler. */
function checkSize(problems: Problems, path: string, pool: GpuNodePool): void {
  const { name, nodes, fabric } = pool;
  if (karpenterTakes(pool) || nodes.min === nodes.max) return;
  const why = fabric ? "a fabric, which is one scale set" : "a reservation, which no Karpenter node class can name";
  problems.add(
    "conflict",
    `${path}.nodes`,
    say`${prop(`${path}.nodes`)} of pool "${name}" is ${nodes.min} to ${nodes.max}, but the pool has ${why}, and with provisioner "karpenter" AKS has no cluster autoscaler; set nodes.min and nodes.max to the same number, or use provisioner "managed"`,
  );
}

function checkKarpenterPool(problems: Problems, path: string, pool: GpuNodePool, props: KubeRayClusterProps): void {
  const { name, nodes, instanceType, definition } = pool;
  const add = (at: string, message: Parameters<Problems["add"]>[2]) => problems.add("conflict", at, message);
  if (nodes.min > 0 && !runsAlways(props).includes(pool))
    add(
      `${path}.nodes.min`,
      say`${prop(`${path}.nodes.min`)} of pool "${name}" is ${nodes.min}, but Karpenter keeps no nodes without pods, and no Ray cluster or model runs on it; ${use(0)}, set nodes.max to ${nodes.min} for a fixed size, or use provisioner "managed"`,
    );
  if (definition.gpuSharing !== null)
    add(
      `${path}.gpuSharing`,
      `${path} "${name}" shares its GPUs, but Karpenter launches no nodes for parts of GPUs; set nodes.min and nodes.max to the same number, or use provisioner "managed"`,
    );
  if (UNKNOWN_SIZES.includes(instanceType.name))
    add(
      path,
      `${path} "${name}" is of ${instanceType.name}, which Karpenter does not launch on Azure; set nodes.min and nodes.max to the same number, or use provisioner "managed"`,
    );
  if (definition.rootVolumeGiB > MOST_DISK_GB)
    add(
      `${path}.rootVolumeGiB`,
      say`${prop(`${path}.rootVolumeGiB`)} must be at most ${MOST_DISK_GB} where Karpenter launches the nodes, got ${definition.rootVolumeGiB}; ${use(MOST_DISK_GB)}, or provisioner "managed"`,
    );
}

/** Pools on which something runs at all times. */
const runsAlways = ({ rayClusters = [], serving = [], triton = [] }: KubeRayClusterProps): readonly GpuNodePool[] => [
  ...rayClusters.flatMap(({ pools }) => pools),
  ...[...serving, ...triton].map(({ pool }) => pool),
];
