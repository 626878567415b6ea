import { instanceType } from "../../../catalog/instance-types";
import { Problems } from "../../../errors";
import { checkWorkloads } from "../../../kubernetes/check-workloads";
import type { NodeSoftware } from "../../../kubernetes/gpus/gpu-stack";
import { checkPools } from "../../../kubernetes/nodes/check-pools";
import type { KubernetesPool } from "../../../kubernetes/nodes/pool";
import type { Workloads } from "../../../kubernetes/workloads";
import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import { checkProps } from "../../common/check-props";
import { ChartText } from "../../common/helm/chart-text";
import { addOfRest } from "../../common/without-wrong";
import { QUEUES } from "../../common/workloads/cluster-tables";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { checkRayCluster } from "./check-ray-cluster";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER, UPGRADES } from "./kube-ray-cluster-table";
import { poolOnAks } from "./platform/pool-on-aks";
import { clusterWorkloads } from "./workloads/cluster-workloads";

/** A weekly window of AKS' own updates. */
export interface Upgrades {
  readonly channel: "patch" | "stable" | "node-image";
  readonly day: string;
  readonly hour: number;
  readonly hours: number;
}

/** What a Ray cluster on AKS is, its workloads apart. */
export interface RayValues {
  readonly name: string;
  /** Null for AKS' default when the cluster is made. */
  readonly kubernetesVersion: string | null;
  /** Blocks that reach the API from the internet; empty for a private cluster. */
  readonly publicEndpointCidrs: readonly string[];
  readonly administratorGroupIds: readonly string[];
  /** Null where AKS updates nothing by itself. */
  readonly upgrades: Upgrades | null;
  readonly provisioner: "karpenter" | "managed";
  readonly gpuDriver: "aks" | "operator";
  readonly podCidr: string;
  readonly serviceCidr: string;
  readonly systemInstanceType: string;
  readonly systemNodes: number;
  readonly maxSystemNodes: number;
  readonly queueing: "none" | "kueue" | "kai";
  readonly podIdentities: "shared" | "per-namespace";
}

export type RayDefinition = Definition<RayValues> & {
  readonly poolOf: (pool: GpuNodePool) => KubernetesPool;
  /** What nodes have of NVIDIA's software before anything is installed. */
  readonly software: NodeSoftware;
  /** What runs in the cluster, with Helm values in place of references. */
  readonly workloads: Workloads;
  readonly text: ChartText;
};

/** What stands around a Ray cluster and is no prop of it; references that Terraform resolves. */
export interface RaySurroundings {
  readonly path: string;
  readonly id: string;
  /** Client id of the identity that the pods of a namespace act with. */
  readonly clientIdOf: (namespace: string) => string;
  /** Tenant in which identities and vaults are. */
  readonly tenantId: string;
}

/**
 * A Ray cluster with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props, the pools and the workloads at once
 */
export function defineRayCluster(props: KubeRayClusterProps, around: RaySurroundings): RayDefinition {
  const where = `KubeRayCluster "${around.path}"`;
  const problems = checkProps(where, KUBE_RAY_CLUSTER, props);
  checkRayCluster(problems, props);
  if (problems.any) addOfRest(problems, props, RESTED_ON, (rest) => definedRayCluster(where, rest, around));
  problems.throwIfAny(where);
  return definedRayCluster(where, props, around);
}

/** Props that workloads refer to. */
const RESTED_ON: readonly string[] = [
  "network",
  "pools",
  "queues",
  "fileSystems",
  "registry",
] satisfies readonly (keyof KubeRayClusterProps)[];

function definedRayCluster(where: string, props: KubeRayClusterProps, around: RaySurroundings): RayDefinition {
  const values = rayValues(props, around.id);
  const pools = new Map(props.pools.map((pool) => [pool, poolOnAks(pool)]));
  const poolOf = (pool: GpuNodePool) => pools.get(pool)!;
  const problems = new Problems();
  checkPools(problems, { pools: [...pools.values()], nodeImage: "al2023" });
  const text = new ChartText();
  const { name: system, vcpus, memoryGiB } = instanceType(values.systemInstanceType);
  const workloads = text.deep(
    clusterWorkloads(props, {
      poolOf,
      clientIdOf: around.clientIdOf,
      tenantId: around.tenantId,
      systemNodes: {
        nodes: values.systemNodes,
        mostNodes: values.maxSystemNodes,
        instanceType: system,
        cpus: vcpus,
        memoryGiB,
      },
    }),
  );
  checkWorkloads(problems, workloads);
  problems.throwIfAny(where);
  return { ...values, poolOf, software: softwareOf(values.gpuDriver, props), workloads, text };
}

function rayValues(props: KubeRayClusterProps, id: string): Definition<RayValues> {
  const { systemNodes = KUBE_RAY_CLUSTER.systemNodes.default, queues, upgrades } = props;
  return defined<RayValues>({
    name: derived(id, "id"),
    kubernetesVersion: given(props.kubernetesVersion) ?? byDefault(null),
    publicEndpointCidrs: given(props.publicEndpointCidrs) ?? byDefault([]),
    administratorGroupIds: given(props.administratorGroupIds) ?? byDefault([]),
    upgrades:
      upgrades === undefined
        ? byDefault(null)
        : given({
            channel: upgrades.channel,
            day: upgrades.day ?? UPGRADES.day.default,
            hour: upgrades.hour ?? UPGRADES.hour.default,
            hours: upgrades.hours ?? UPGRADES.hours.default,
          })!,
    provisioner: given(props.provisioner) ?? byDefault(KUBE_RAY_CLUSTER.provisioner.default),
    gpuDriver: given(props.gpuDriver) ?? derived(props.pools.some(needsOperator) ? "operator" : "aks", "pools"),
    podCidr: given(props.podCidr) ?? byDefault(KUBE_RAY_CLUSTER.podCidr.default),
    serviceCidr: given(props.serviceCidr) ?? byDefault(KUBE_RAY_CLUSTER.serviceCidr.default),
    systemInstanceType: given(props.systemInstanceType) ?? byDefault(KUBE_RAY_CLUSTER.systemInstanceType.default),
    systemNodes: given(props.systemNodes) ?? byDefault(KUBE_RAY_CLUSTER.systemNodes.default),
    maxSystemNodes: given(props.maxSystemNodes) ?? derived(systemNodes, "systemNodes"),
    podIdentities: given(props.podIdentities) ?? byDefault(KUBE_RAY_CLUSTER.podIdentities.default),
    queueing:
      queues === undefined ? byDefault("none") : derived(queues.scheduler ?? QUEUES.scheduler.default, "queues"),
  });
}

/**
 * What AKS' own driver is not there for: InfiniBand, and GPUs that are shared.
 * @see https://learn.microsoft.com/azure/aks/concepts-gpu-partitioning
 */
const needsOperator = (pool: GpuNodePool) => onFabric(pool) || pool.definition.gpuSharing !== null;

const onFabric = ({ fabric }: GpuNodePool) => fabric !== undefined;

/** AKS' image with a driver has the container toolkit too, and no device plugin. @see https://learn.microsoft.com/azure/aks/use-nvidia-gpu */
function softwareOf(driver: "aks" | "operator", { pools }: KubeRayClusterProps): NodeSoftware {
  const installed = driver === "aks";
  return { driver: installed, toolkit: installed, devicePlugin: false, fabricOperator: pools.some(onFabric) };
}
