import { accelerator } from "../../../catalog/accelerators";
import type { InstanceType } from "../../../catalog/types";
import type { Problems } from "../../../errors";
import { leaveOut, use } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import { collective } from "../../../sizing/fabric/collectives";
import { instanceInterconnect } from "../../../sizing/fabric/interconnect";
import { OWN_RANGE_ALONE } from "../../../sizing/spread/published-spread";
import { GIB } from "../../../units/bytes";
import { nearest } from "../../../units/nearest";
import { checkUnusedProps } from "../../common/pools/unused-props";
import { checkClusterPools } from "../../common/workloads/check-cluster";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER } from "./kube-ray-cluster-table";
import { KUBERNETES } from "./platform/kubernetes-adopter";

/** Checks that the cluster can start the nodes of its pools as they are described. */
export function checkPools(problems: Problems, props: KubeRayClusterProps): void {
  checkEach(problems, props);
  checkNodeCheck(problems, props);
  checkStandingNodes(problems, props);
}

/** Why nodes of a provisioner have all their threads. */
const SETS_NO_THREADS = {
  karpenter: "Karpenter cannot set",
  managed: "the cluster autoscaler of managed node groups does not count",
} as const;

function checkEach(problems: Problems, props: KubeRayClusterProps): void {
  checkClusterPools(problems, props, (path, pool, isSupported) => {
    // a pool of other accelerators must have an image for its own sake: what is wrong is the accelerator
    if (isSupported && pool.props.image !== undefined)
      problems.add(
        "conflict",
        path,
        `${path} "${pool.name}" has image, which is for EC2 nodes; leave it out and set nodeImage of the cluster`,
      );
    if (pool.fabric?.definition.hugePages2MiB != null)
      problems.add(
        "conflict",
        path,
        `${path} "${pool.name}" is on a fabric with hugePages2MiB, which nodes of Kubernetes images do not read at boot; leave it out of the fabric, or give Kubernetes its own fabric`,
      );
    if (pool.definition.threadsPerCore < pool.instanceType.cpu.threadsPerCore)
      problems.add(
        "conflict",
        path,
        `${path} "${pool.name}" has threadsPerCore, which ${SETS_NO_THREADS[props.provisioner ?? KUBE_RAY_CLUSTER.provisioner.default]}: pods would be planned for twice the CPUs that such nodes have; leave it out`,
      );
    checkImagePull(problems, path, pool, props);
    checkUnusedProps(problems, path, pool, KUBERNETES);
  });
}

/** Below it, images take longer than one layer after the other. @see https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/examples/ */
const PARALLEL_PULL_MBPS = 600;

function checkImagePull(
  problems: Problems,
  path: string,
  pool: GpuNodePool,
  { fastImagePull }: KubeRayClusterProps,
): void {
  const { nvmeCache, rootVolumeMBps } = pool.definition;
  if (!fastImagePull || nvmeCache !== null || rootVolumeMBps >= PARALLEL_PULL_MBPS) return;
  problems.add(
    "conflict",
    "fastImagePull",
    say`${prop("fastImagePull")} needs ${PARALLEL_PULL_MBPS} MiB/s of disks without local NVMe, or images take longer than without, and ${path} "${pool.name}" (${pool.instanceType.name}) has rootVolumeMBps ${rootVolumeMBps}; set it to ${PARALLEL_PULL_MBPS} there, or ${leaveOut("fastImagePull")}`,
  );
}

/** Bus bandwidth of an all-reduce of 1 GiB over the GPUs of a node at the best of its range, whole GB/s. */
function mostOnNode(type: InstanceType): number {
  const link = instanceInterconnect(type, accelerator(type.accelerator!), false);
  const ranks = type.acceleratorCount;
  const group = { ranks, ranksPerDomain: Math.min(ranks, link.gpusPerDomain) };
  return Math.ceil(collective("all-reduce", GIB, group, link, OWN_RANGE_ALONE).busBandwidth.high / 1e9);
}

/** Checks that new nodes can be checked, and an all-reduce be measured on them. */
function checkNodeCheck(problems: Problems, { pools, nodeCheck }: KubeRayClusterProps): void {
  if (nodeCheck === undefined) return;
  if (!pools.some(({ instanceType, props }) => instanceType.acceleratorCount > 0 && props.gpuSharing?.kind !== "mig"))
    problems.add(
      "conflict",
      "nodeCheck",
      "nodeCheck diagnoses whole GPUs, which none of the pools has (DCGM does not diagnose GPUs in MIG mode); leave it out",
    );
  const names = pools.map(({ name }) => name);
  for (const [name, asked] of Object.entries(nodeCheck.busBandwidthGBps ?? {})) {
    const path = `nodeCheck.busBandwidthGBps.${name}`;
    const pool = pools.find((each) => each.name === name);
    if (pool === undefined)
      problems.add(
        "unknown-name",
        path,
        `${path} names none of the cluster's pools; use "${nearest(name, names)[0] ?? names[0]}"`,
      );
    else if (pool.instanceType.acceleratorCount < 2)
      problems.add(
        "not-allowed",
        path,
        `${path} needs at least 2 GPUs per node, and ${pool.instanceType.name} has ${pool.instanceType.acceleratorCount}; leave it out`,
      );
    else if (pool.props.gpuSharing?.kind === "mig")
      problems.add(
        "conflict",
        path,
        `${path} measures whole GPUs, and pool "${name}" shares them by MIG; leave it out`,
      );
    else if (pool.instanceType.architecture === "arm64")
      problems.add(
        "not-allowed",
        path,
        `${path} needs an image of nccl-tests for arm64, which AWS does not publish; leave it out`,
      );
    else if (asked > mostOnNode(pool.instanceType))
      problems.add(
        "out-of-range",
        path,
        `${path} must be at most ${mostOnNode(pool.instanceType)} GB/s, the most that ${pool.instanceType.acceleratorCount} GPUs of ${pool.instanceType.name} reach, or no node would ever take work, got ${asked}; use the value measured on a healthy node, minus 10 %`,
      );
  }
}

/** Karpenter starts nodes for pods alone, and ends them without: fewest nodes are those that what always runs needs. */
function checkStandingNodes(
  problems: Problems,
  { provisioner = KUBE_RAY_CLUSTER.provisioner.default, ...props }: KubeRayClusterProps,
): void {
  if (provisioner !== "karpenter") return;
  const always = [
    ...(props.rayClusters ?? []).flatMap(({ pools }) => pools),
    ...[...(props.serving ?? []), ...(props.triton ?? [])].map(({ pool }) => pool),
  ];
  props.pools.forEach((pool, i) => {
    if (pool.nodes.min === 0 || always.includes(pool)) return;
    const path = `pools[${i}].nodes.min`;
    problems.add(
      "conflict",
      path,
      say`${prop(path)} of pool "${pool.name}" is ${pool.nodes.min}, but Karpenter keeps no nodes without pods, and no Ray cluster or model runs on it; ${use(0)}, or provisioner "managed"`,
    );
  });
}
