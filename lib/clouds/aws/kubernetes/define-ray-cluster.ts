import { DEFAULT_EKS_VERSION } from "../../../catalog/eks";
import { Problems } from "../../../errors";
import type { ImageMirror } from "../../../kubernetes/chart/image-mirror";
import { checkWorkloads } from "../../../kubernetes/check-workloads";
import type { NodeImage } from "../../../kubernetes/gpus/gpu-stack";
import { checkPools } from "../../../kubernetes/nodes/check-pools";
import type { KubernetesPool } from "../../../kubernetes/nodes/pool";
import type { Workloads } from "../../../kubernetes/workloads";
import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import { ChartText } from "../../common/helm/chart-text";
import { addOfRest } from "../../common/without-wrong";
import { QUEUES } from "../../common/workloads/cluster-tables";
import type { NodesDefinition } from "../pools/define-pool";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { PoolAdopter } from "../pools/pool-adopter";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER } from "./kube-ray-cluster-table";
import { kubeRayClusterProblems } from "./kube-ray-cluster-validation";
import { defaultGroupRelease } from "./platform/node-releases";
import { podLogsAddress } from "./platform/pod-logs";
import { clusterAdopter, nodeGroupRelease, poolOnKubernetes } from "./platform/pool-on-kubernetes";
import { unusedAddOns } from "./platform/unused-add-ons";
import { DEFAULTS } from "./ray-defaults";
import { imageMirror } from "./registry/image-addresses";
import { clusterWorkloads } from "./workloads/cluster-workloads";
import { type ClusterFacts, type RayStateAddress, stateStoreGroups } from "./workloads/workload-context";
import { checkEksPools } from "./writers/check-eks-pools";

/** What a Ray cluster on EKS is, its workloads apart. */
export interface RayValues {
  readonly name: string;
  readonly kubernetesVersion: string;
  readonly provisioner: "karpenter" | "managed";
  readonly nodeImage: NodeImage;
  /** Whether nodes unpack the layers of an image side by side. */
  readonly fastImagePull: boolean;
  /** Release of the pools' node groups; null for the newest when a group is made. */
  readonly nodeGroupRelease: string | null;
  readonly systemInstanceType: string;
  readonly systemNodes: number;
  /** Most of them. */
  readonly maxSystemNodes: number;
  /** Null for the newest when the group is made. */
  readonly systemRelease: string | null;
  /** Add-ons that nothing in the cluster needs. */
  readonly unusedAddOns: readonly string[];
  /** Node type of the Ray heads' Valkey; null without fault tolerance. */
  readonly gcsNodeType: string | null;
  /** How many of these there are. */
  readonly gcsStores: number;
  readonly queueing: "none" | "kueue" | "kai";
  /** Blocks that reach the API from the internet; empty for a private endpoint alone. */
  readonly publicEndpointCidrs: readonly string[];
  /** Null where logs of pods go nowhere. */
  readonly podLogRetentionDays: number | null;
  readonly logRetentionDays: number;
  /** Null without a budget. */
  readonly monthlyBudgetUsd: number | null;
}

export type RayDefinition = Definition<RayValues> & {
  /** Who starts the pools' nodes, in the pools' terms. */
  readonly adopter: PoolAdopter;
  /** The nodes of each pool, every value known. */
  readonly nodes: ReadonlyMap<GpuNodePool, NodesDefinition>;
  /** A pool in the terms of manifests. */
  readonly poolOf: (pool: GpuNodePool) => KubernetesPool;
  /** What runs in the cluster, with Helm values in place of references. */
  readonly workloads: Workloads;
  readonly text: ChartText;
  /** Where published charts' pods take images from; addresses may be references. */
  readonly imageMirror: ImageMirror;
};

/** What stands around a Ray cluster and is no prop of it. Addresses and ids may be references that Terraform resolves. */
export interface RaySurroundings {
  /** Path of its construct, for messages. */
  readonly path: string;
  readonly id: string;
  /** Group that EKS makes for the cluster. */
  readonly clusterSecurityGroupId: string;
  /** Where the Ray heads of a namespace keep their state, if they do. */
  readonly stateStoreOf: (namespace: string) => RayStateAddress;
  /** Account of the pull-through cache, if there is one. */
  readonly imageCacheAccount: string;
}

/**
 * A Ray cluster with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props, the pools and the workloads at once
 */
export function defineRayCluster(props: KubeRayClusterProps, around: RaySurroundings): RayDefinition {
  const problems = kubeRayClusterProblems(around.path, props);
  if (problems.any) addOfRest(problems, props, RESTED_ON, (rest) => definedRayCluster(rest, around));
  problems.throwIfAny(`KubeRayCluster "${around.path}"`);
  return definedRayCluster(props, around);
}

/** Props that workloads refer to. */
const RESTED_ON: readonly string[] = [
  "network",
  "pools",
  "queues",
  "fileSystems",
  "bucketMounts",
  "registry",
  "gcsFaultTolerance",
] satisfies readonly (keyof KubeRayClusterProps)[];

function definedRayCluster(props: KubeRayClusterProps, around: RaySurroundings): RayDefinition {
  const values = rayValues(props, around.id);
  const adopter = clusterAdopter(around.id, props, around.clusterSecurityGroupId);
  const nodes = new Map(props.pools.map((pool) => [pool, pool.nodesFor(adopter)]));
  const poolOf = (pool: GpuNodePool) => poolOnKubernetes(props, nodes.get(pool)!);
  const problems = new Problems();
  const loadBalancerSubnets = problems.attempt(() => props.network.twoZoneSubnetIds()) ?? [];
  checkPools(problems, {
    pools: props.pools.map(poolOf),
    nodeImage: values.nodeImage,
  });
  checkEksPools(problems, props.pools.map(poolOf), values.provisioner, {
    ...values,
    queued: (props.queues?.teams ?? []).flatMap(({ gpus }) => Object.keys(gpus).filter((name) => gpus[name]! > 0)),
  });
  const text = new ChartText();
  const redis = stateStores(props, around);
  const mirror = imageMirror(props, around.imageCacheAccount);
  const workloads = text.deep({
    ...clusterWorkloads(props, {
      poolOf,
      chartText: (of) => text.text(of),
      loadBalancerSubnets,
      redis,
      podLogsAddress:
        values.podLogRetentionDays === null
          ? null
          : podLogsAddress(props.network.region, `${props.network.clusterName}-${around.id}`),
      system: values,
    }),
    imageMirror: mirror,
  });
  checkWorkloads(problems, workloads);
  problems.throwIfAny(`KubeRayCluster "${around.path}"`);
  return { ...values, adopter, nodes, poolOf, workloads, text, imageMirror: mirror };
}

/** Each namespace's store; of a shared one the address is asked for once. */
function stateStores(props: KubeRayClusterProps, { stateStoreOf }: RaySurroundings): ClusterFacts["redis"] {
  if (!props.gcsFaultTolerance) return null;
  const stores = stateStoreGroups(props).flatMap((namespaces) => {
    const store = stateStoreOf(namespaces[0]!);
    return namespaces.map((namespace) => [namespace, store] as const);
  });
  return new Map(stores);
}

function rayValues(props: KubeRayClusterProps, id: string): Definition<RayValues> {
  const kubernetesVersion = props.kubernetesVersion ?? DEFAULT_EKS_VERSION;
  const { gcsFaultTolerance = false, gcsNodeType, systemImageVersion, queues } = props;
  return defined<RayValues>({
    name: derived(id, "id"),
    kubernetesVersion: given(props.kubernetesVersion) ?? byDefault(kubernetesVersion),
    provisioner: given(props.provisioner) ?? byDefault(KUBE_RAY_CLUSTER.provisioner.default),
    nodeImage: given(props.nodeImage) ?? byDefault(KUBE_RAY_CLUSTER.nodeImage.default),
    fastImagePull: given(props.fastImagePull) ?? byDefault(KUBE_RAY_CLUSTER.fastImagePull.default),
    nodeGroupRelease: derived(nodeGroupRelease(props) ?? null, "nodeImage", "nodeImageVersion", "kubernetesVersion"),
    systemInstanceType: given(props.systemInstanceType) ?? byDefault(DEFAULTS.systemInstanceType),
    systemNodes: given(props.systemNodes) ?? byDefault(DEFAULTS.systemNodes),
    maxSystemNodes: given(props.maxSystemNodes) ?? derived(props.systemNodes ?? DEFAULTS.systemNodes, "systemNodes"),
    systemRelease:
      systemImageVersion === undefined
        ? derived(defaultGroupRelease("al2023", kubernetesVersion) ?? null, "kubernetesVersion")
        : given(systemImageVersion === "latest" ? null : systemImageVersion)!,
    unusedAddOns: derived(unusedAddOns(props), "fileSystems", "bucketMounts", "tls"),
    gcsNodeType: gcsFaultTolerance
      ? (given(gcsNodeType) ?? byDefault(DEFAULTS.gcsNodeType))
      : derived(null, "gcsFaultTolerance"),
    gcsStores: derived(stateStoreGroups(props).length, "gcsFaultTolerance", "gcsStorePerNamespace"),
    queueing:
      queues === undefined ? byDefault("none") : derived(queues.scheduler ?? QUEUES.scheduler.default, "queues"),
    publicEndpointCidrs: given(props.publicEndpointCidrs) ?? byDefault([]),
    podLogRetentionDays:
      props.podLogs === false
        ? given<null>(null)!
        : (given(props.podLogs?.retentionDays) ?? byDefault(DEFAULTS.podLogRetentionDays)),
    logRetentionDays: given(props.logRetentionDays) ?? byDefault(DEFAULTS.logRetentionDays),
    monthlyBudgetUsd: given(props.monthlyBudgetUsd) ?? byDefault(null),
  });
}
