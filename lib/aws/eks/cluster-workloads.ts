import { instanceType } from "../../catalog/instance-types";
import { modelArchitecture } from "../../catalog/models";
import type { FineTuningProps } from "../../kubernetes/fine-tuning";
import { DEFAULT_RAY_VERSION, RAY_GPU_IMAGE, RAY_LLM_IMAGE } from "../../kubernetes/images";
import type { KueueProps } from "../../kubernetes/kueue";
import { MONITORING_NAMESPACE } from "../../kubernetes/monitoring";
import type { GpuPodUse } from "../../kubernetes/node-labels";
import { gpuResource, type KubernetesPool, takesOneShare } from "../../kubernetes/pool";
import type { GcsFaultTolerance, RayWorkerGroup } from "../../kubernetes/ray-cluster";
import type { EnvironmentVariable, PodVolume } from "../../kubernetes/ray-pod";
import { TRITON_IMAGE, type TritonProps } from "../../kubernetes/triton";
import type { NamedRayCluster, ServedModel, Workloads } from "../../kubernetes/workloads";
import type { GpuNodePool } from "../gpu-node-pool";
import type {
  FineTuningOptions,
  KubeRayClusterProps,
  RayClusterOptions,
  ServingOptions,
  TritonOptions,
} from "../kube-ray-cluster-props";
import { bucketVolumeName, bucketVolumes } from "./bucket-mounts";

/** Service account of Ray's pods. */
export const RAY_SERVICE_ACCOUNT = "ray";

const SERVING_NAMESPACE = "serving";

/** Secret with the password of the Ray heads' Valkey. */
export const REDIS_SECRET = "ray-state";

/** What the LoRA program needs beyond Ray's image with vLLM. */
const PIP_PACKAGES = ["peft==0.18.1", "bitsandbytes==0.48.2"];

/** Defaults that the docs of the props name. */
export const DEFAULTS = {
  systemInstanceType: "m7i.2xlarge",
  systemNodes: 3,
  idleGpuMinutes: 30,
  queueHours: 4,
} as const;

/** What the pure writers need to know of what AWS made; addresses may be Terraform references. */
export interface ClusterFacts {
  readonly poolOf: (pool: GpuNodePool) => KubernetesPool;
  /** Subnets of internal load balancers. */
  readonly loadBalancerSubnets: readonly string[];
  /** Address and secret of the Ray heads' Valkey; null without. */
  readonly redis: { readonly host: string; readonly secretArn: string; readonly groupId: string } | null;
}

const environment = (env: Readonly<Record<string, string>> = {}): EnvironmentVariable[] =>
  Object.entries(env).map(([name, value]) => ({ name, value }));

/** Everything that the props ask for, with defaults filled in. */
export function clusterWorkloads(props: KubeRayClusterProps, facts: ClusterFacts): Workloads {
  const queues = kueue(props, facts);
  const claimed = (name: string, mountPath: string, readOnly: boolean): PodVolume => ({
    name,
    mountPath,
    readOnly,
    source: { claim: name },
  });
  const volumes = [
    ...(props.fileSystems ?? []).map(({ storage, path }) => claimed(storage.name, path, false)),
    ...(props.bucketMounts ?? []).map(({ path, readOnly }) => claimed(bucketVolumeName(path), path, readOnly ?? true)),
  ];
  const monitoring = props.monitoring === false ? null : (props.monitoring ?? {});
  const rayClusters = (props.rayClusters ?? []).map((of) =>
    rayCluster(of, clusterNamespace(props, of), volumes, props, facts),
  );
  return {
    pools: props.pools.map(facts.poolOf),
    rayClusters,
    fineTuning: (props.fineTuning ?? []).map((of) => fineTuning(of, clusterNamespace(props, of), volumes, facts)),
    serving: (props.serving ?? []).map((of) => servedModel(of, volumes, props, facts)),
    triton: (props.triton ?? []).map((of) => tritonServer(of, volumes, props, facts)),
    queues,
    lustre: (props.fileSystems ?? []).map(({ storage }) => ({
      name: storage.name,
      fileSystemId: storage.fileSystemId,
      dnsName: storage.dnsName,
      mountName: storage.mountName,
      capacityGiB: storage.capacityGiB ?? 1200,
    })),
    buckets: bucketVolumes(props),
    alerts: monitoring && {
      idleGpuMinutes: monitoring.idleGpuMinutes ?? DEFAULTS.idleGpuMinutes,
      queueHours: monitoring.queueHours ?? DEFAULTS.queueHours,
      namespace: MONITORING_NAMESPACE,
    },
    redisPassword: facts.redis && {
      namespace: headNamespaces(props)[0]!,
      secretArn: facts.redis.secretArn,
      replicationGroupId: facts.redis.groupId,
      region: props.network.region,
      secretName: REDIS_SECRET,
      targetNamespaces: headNamespaces(props),
      serviceAccount: "redis-password",
    },
    gateway: props.gateway
      ? {
          domain: props.gateway.domain,
          certificateArn: props.gateway.certificateArn ?? null,
          exposure: props.gateway.exposure ?? "internal",
          allowedCidrs:
            props.gateway.allowedCidrs ?? (props.gateway.exposure === "public" ? [] : [props.network.vpcCidr]),
          subnetIds: props.gateway.subnetIds ?? facts.loadBalancerSubnets,
          tags: props.network.tagsFor("gateway"),
        }
      : null,
    networkCidr: props.network.vpcCidr,
    serviceAccount: RAY_SERVICE_ACCOUNT,
  };
}

/** Tags of a served model's load balancer, by which Terraform finds it. */
export function serviceTags(
  clusterName: string,
  { name, namespace }: Pick<ServingOptions, "name" | "namespace">,
): Record<string, string> {
  return { "warpform:cluster": clusterName, "warpform:service": `${namespace ?? SERVING_NAMESPACE}/${name}` };
}

/**
 * Namespaces of the Ray clusters and services whose heads keep their state in Valkey, those of the clusters first: the first is
 * where its password is made.
 */
export function headNamespaces(props: KubeRayClusterProps): string[] {
  const clusters = (props.rayClusters ?? []).map((of) => clusterNamespace(props, of));
  const served = (props.serving ?? []).filter(({ engine }) => engine !== "leader-worker-set");
  return [...new Set([...clusters, ...served.map(({ namespace }) => namespace ?? SERVING_NAMESPACE)])];
}

/** Namespace of a cluster or run: its own, or that of the team whose queue it is in. */
function clusterNamespace(
  props: KubeRayClusterProps,
  { namespace, queue }: { readonly namespace?: string; readonly queue?: string },
): string {
  const team = props.queues?.teams.find(({ name }) => name === queue);
  return namespace ?? (team && (team.namespace ?? `team-${team.name}`)) ?? "ray";
}

function faultTolerance({ redis }: ClusterFacts, externalStorageNamespace: string | null): GcsFaultTolerance | null {
  if (!redis) return null;
  return {
    redisAddress: `rediss://${redis.host}:6379`,
    passwordSecret: { name: REDIS_SECRET, key: "password" },
    externalStorageNamespace,
  };
}

/** Pools that only serve may be packed; a pool that also trains is left alone while it works. */
export function poolUse(props: KubeRayClusterProps, pool: GpuNodePool): GpuPodUse {
  const serves = [...(props.serving ?? []), ...(props.triton ?? [])].some((of) => of.pool === pool);
  const trains =
    (props.fineTuning ?? []).some((of) => of.pool === pool) ||
    (props.rayClusters ?? []).some((of) => of.pools.includes(pool));
  return serves && !trains ? "serving" : "training";
}

function kueue(props: KubeRayClusterProps, facts: ClusterFacts): KueueProps | null {
  if (!props.queues) return null;
  const system = instanceType(props.systemInstanceType ?? DEFAULTS.systemInstanceType);
  const nodes = props.systemNodes ?? DEFAULTS.systemNodes;
  return {
    scheduler: props.queues.scheduler ?? "kueue",
    pools: props.pools.map(facts.poolOf),
    cohort: "all",
    // half of the system nodes: the other half runs the controllers and monitoring
    systemCpus: Math.floor((system.vcpus * nodes) / 2),
    systemMemoryGiB: Math.floor((system.memoryGiB * nodes) / 2),
    teams: props.queues.teams.map((team) => ({
      name: team.name,
      namespace: team.namespace ?? `team-${team.name}`,
      gpus: team.gpus,
      weight: team.weight ?? 1,
      borrowing: team.borrowing ?? true,
    })),
  };
}

function rayCluster(
  of: RayClusterOptions,
  namespace: string,
  volumes: readonly PodVolume[],
  props: KubeRayClusterProps,
  facts: ClusterFacts,
): NamedRayCluster {
  const autoscaling = of.autoscaling ?? (of.queue === undefined || props.queues?.scheduler === "kai");
  const groups = of.pools.map((pool): RayWorkerGroup => {
    const kubernetesPool = facts.poolOf(pool);
    const { perNode } = gpuResource(kubernetesPool);
    const gpusPerPod = of.gpusPerPod ?? (takesOneShare(kubernetesPool) ? 1 : perNode);
    const podsPerNode = Math.max(1, Math.floor(perNode / gpusPerPod));
    const most = pool.nodes.max * podsPerNode;
    return {
      name: pool.name,
      of: kubernetesPool,
      gpusPerPod,
      minReplicas: autoscaling ? pool.nodes.min * podsPerNode : most,
      maxReplicas: most,
    };
  });
  return {
    name: of.name,
    namespace,
    queue: of.queue ?? null,
    priority: of.priority ?? null,
    image: of.image ?? RAY_GPU_IMAGE,
    serviceAccount: RAY_SERVICE_ACCOUNT,
    env: environment(of.env),
    volumes,
    rayVersion: of.rayVersion ?? DEFAULT_RAY_VERSION,
    workerGroups: groups,
    autoscaling,
    idleMinutes: of.idleMinutes ?? 10,
    gcsFaultTolerance: faultTolerance(facts, `${namespace}-${of.name}`),
    tls: props.tls ?? false,
    gang: of.pools.some(({ fabric }) => fabric !== undefined),
    use: "training",
  };
}

function fineTuning(
  of: FineTuningOptions,
  namespace: string,
  volumes: readonly PodVolume[],
  facts: ClusterFacts,
): FineTuningProps {
  return {
    name: of.name,
    namespace,
    method: of.method ?? "lora",
    model: of.model,
    data: of.data,
    storage: of.storage,
    adapters: of.adapters,
    rank: of.rank ?? 16,
    epochs: of.epochs ?? 1,
    sequenceLength: of.sequenceLength ?? 2048,
    batchPerGpu: of.batchPerGpu ?? 4,
    learningRate: of.learningRate ?? 2e-4,
    checkpointSteps: of.checkpointSteps ?? 100,
    of: facts.poolOf(of.pool),
    gpus: of.gpus ?? of.pool.instanceType.acceleratorCount,
    queue: of.queue ?? null,
    priority: of.priority ?? null,
    retries: of.retries ?? 3,
    deadlineMinutes: of.deadlineMinutes ?? null,
    image: of.image ?? RAY_LLM_IMAGE,
    pipPackages: of.pipPackages ?? PIP_PACKAGES,
    rayVersion: of.rayVersion ?? DEFAULT_RAY_VERSION,
    serviceAccount: RAY_SERVICE_ACCOUNT,
    env: environment(of.env),
    volumes,
  };
}

function servedModel(
  of: ServingOptions,
  volumes: readonly PodVolume[],
  props: KubeRayClusterProps,
  facts: ClusterFacts,
): ServedModel {
  const pool = facts.poolOf(of.pool);
  const gatewayDomain = props.gateway?.domain ?? null;
  const tensorParallel = of.tensorParallel ?? 1;
  const pipelineParallel = of.pipelineParallel ?? 1;
  const most = Math.max(
    1,
    Math.floor((of.pool.nodes.max * gpuResource(pool).perNode) / (tensorParallel * pipelineParallel)),
  );
  return {
    engine: of.engine ?? "ray",
    name: of.name,
    namespace: of.namespace ?? SERVING_NAMESPACE,
    modelId: of.modelId ?? of.model,
    architecture: modelArchitecture(of.model),
    precision: of.precision ?? "bf16",
    weights: of.weights,
    of: pool,
    tensorParallel,
    pipelineParallel,
    maxModelLength: of.maxModelLength ?? 8192,
    replicas: of.replicas ?? { min: 1, max: most },
    targetOngoingRequests: of.targetOngoingRequests ?? 32,
    targetTimeToFirstTokenSeconds: of.targetTimeToFirstTokenSeconds ?? null,
    lora: of.lora ?? null,
    exposure: of.exposure ?? (gatewayDomain === null ? "internal" : "gateway"),
    gatewayDomain,
    loadBalancerSubnets: facts.loadBalancerSubnets,
    loadBalancerTags: serviceTags(props.network.clusterName, of),
    allowedCidrs: of.allowedCidrs ?? [],
    queue: null,
    image: of.image ?? RAY_LLM_IMAGE,
    rayVersion: of.rayVersion ?? DEFAULT_RAY_VERSION,
    serviceAccount: RAY_SERVICE_ACCOUNT,
    env: environment(of.env),
    // while a new version takes over there are two clusters, each with the operator's prefix
    gcsFaultTolerance: of.engine === "leader-worker-set" ? null : faultTolerance(facts, null),
    volumes,
  };
}

function tritonServer(
  of: TritonOptions,
  volumes: readonly PodVolume[],
  props: KubeRayClusterProps,
  facts: ClusterFacts,
): TritonProps {
  const gatewayDomain = props.gateway?.domain ?? null;
  const pool = facts.poolOf(of.pool);
  const gpusPerReplica = of.gpusPerReplica ?? 1;
  const perNode = Math.max(1, Math.floor(gpuResource(pool).perNode / gpusPerReplica));
  return {
    name: of.name,
    namespace: of.namespace ?? SERVING_NAMESPACE,
    modelRepository: of.modelRepository,
    of: pool,
    gpusPerReplica,
    replicas: of.replicas ?? { min: 1, max: Math.max(1, of.pool.nodes.max * perNode) },
    targetPendingRequests: of.targetPendingRequests ?? 8,
    targetQueueMilliseconds: of.targetQueueMilliseconds ?? null,
    exposure: of.exposure ?? (gatewayDomain === null ? "internal" : "gateway"),
    allowedCidrs: of.allowedCidrs ?? [],
    loadBalancerSubnets: facts.loadBalancerSubnets,
    loadBalancerTags: serviceTags(props.network.clusterName, of),
    gatewayDomain,
    image: of.image ?? TRITON_IMAGE,
    serviceAccount: RAY_SERVICE_ACCOUNT,
    env: environment(of.env),
    volumes,
  };
}
