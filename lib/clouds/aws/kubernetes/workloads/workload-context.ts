import { type EnvironmentVariable, mergedEnvironment } from "../../../../kubernetes/chart/environment";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import type { GcsFaultTolerance } from "../../../../kubernetes/ray/ray-cluster";
import type { PodVolume } from "../../../../kubernetes/storage/pod-volume";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import type { SecretEnvironment } from "../kube-ray-workload-options";

/** Service account of Ray's pods. */
export const RAY_SERVICE_ACCOUNT = "ray";

/** Namespace of served models that name none. */
export const SERVING_NAMESPACE = "serving";

/** Secret with the password of the Ray heads' Valkey. */
export const REDIS_SECRET = "ray-state";

/** What the pure writers need to know of what AWS made; addresses may be Terraform references. */
export interface ClusterFacts {
  readonly poolOf: (pool: GpuNodePool) => KubernetesPool;
  /** Subnets of internal load balancers. */
  readonly loadBalancerSubnets: readonly string[];
  /** Where the Ray heads keep their state; null without. */
  readonly redis: RayStateAddress | null;
  /** The nodes beside the pools', which controllers and heads run on. */
  readonly system: { readonly systemInstanceType: string; readonly systemNodes: number };
}

/** Address and secret of the Ray heads' Valkey. */
export interface RayStateAddress {
  readonly host: string;
  readonly secretArn: string;
  readonly groupId: string;
}

/** What the pods of all workloads have: their mounts, and what AWS made for the cluster. */
export interface WorkloadContext {
  readonly props: KubeRayClusterProps;
  readonly facts: ClusterFacts;
  /** File systems and buckets that every workload mounts. */
  readonly volumes: readonly PodVolume[];
}

/** Service account, environment and mounts of a workload's pods. */
export function podSettings(
  {
    env = {},
    secretEnv = {},
  }: { readonly env?: Readonly<Record<string, string>>; readonly secretEnv?: SecretEnvironment },
  { volumes }: WorkloadContext,
): {
  readonly serviceAccount: string;
  readonly env: readonly EnvironmentVariable[];
  readonly volumes: readonly PodVolume[];
} {
  const variables = Object.entries(env).map(([name, value]) => ({ name, value }));
  const secrets = Object.entries(secretEnv).map(([name, { secret, key }]) => ({
    name,
    valueFrom: { secretKeyRef: { name: secret, key } },
  }));
  return { serviceAccount: RAY_SERVICE_ACCOUNT, env: mergedEnvironment(variables, secrets), volumes };
}

/** Namespace of a team's workloads. */
export function teamNamespace({ name, namespace }: { readonly name: string; readonly namespace?: string }): string {
  return namespace ?? `team-${name}`;
}

/** Namespace of a cluster or run: its own, or that of the team whose queue it is in. */
export function clusterNamespace(
  props: KubeRayClusterProps,
  { namespace, queue }: { readonly namespace?: string; readonly queue?: string },
): string {
  const team = props.queues?.teams.find(({ name }) => name === queue);
  return namespace ?? (team && teamNamespace(team)) ?? "ray";
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

/**
 * Where a Ray head keeps its state; null without Valkey. The keys have the operator's prefix, the cluster's UID: not every deleted
 * cluster's are taken out of Valkey (Kueue suspends the job that does it, and a namespace that ends takes none), and a later one of its
 * name must not start from them.
 */
export function faultTolerance({ redis }: ClusterFacts): GcsFaultTolerance | null {
  if (!redis) return null;
  return {
    redisAddress: `rediss://${redis.host}:6379`,
    passwordSecret: { name: REDIS_SECRET, key: "password" },
    externalStorageNamespace: null,
  };
}
