import { mergedEnvironment } from "../../../../kubernetes/chart/environment";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import type { GcsFaultTolerance } from "../../../../kubernetes/ray/ray-cluster";
import type { PodVolume } from "../../../../kubernetes/storage/pod-volume";
import { secretsVolume } from "../../../common/workloads/kept-secrets";
import {
  headNamespaces,
  type PodSettings,
  RAY_SERVICE_ACCOUNT,
  type SaysOfPods,
} from "../../../common/workloads/workload-context";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { RAY_LOG_READER } from "../writers/pod-log-values";
import { type ReadsSecrets, secretKey, storedKeys } from "./stored-secrets";

/** Secret with the password of the Ray heads' Valkey. */
export const REDIS_SECRET = "ray-state";

/** What the pure writers need to know of what AWS made; addresses may be Terraform references. */
export interface ClusterFacts {
  readonly poolOf: (pool: GpuNodePool) => KubernetesPool;
  /** Subnets of internal load balancers. */
  readonly loadBalancerSubnets: readonly string[];
  /** Where the Ray heads keep their state, by namespace; null without. */
  readonly redis: ReadonlyMap<string, RayStateAddress> | null;
  /** Where a browser shows the logs of pods; null where they are not kept. */
  readonly podLogsAddress: string | null;
  /** Text of props as charts hold it: with Helm values in place of references. */
  readonly chartText: (text: string) => string;
  /** The nodes beside the pools', which controllers and heads run on. */
  readonly system: {
    readonly systemInstanceType: string;
    readonly systemNodes: number;
    readonly maxSystemNodes: number;
  };
}

/** Address and secret of the Ray heads' Valkey. */
export interface RayStateAddress {
  readonly host: string;
  readonly secretArn: string;
  readonly groupId: string;
}

/** Service account, environment and mounts of a workload's pods. */
export function podSettings(
  of: ReadsSecrets & SaysOfPods,
  props: KubeRayClusterProps,
  facts: ClusterFacts,
  volumes: readonly PodVolume[],
): PodSettings {
  const variables = Object.entries(of.env ?? {}).map(([name, value]) => ({ name, value }));
  const stored = storedKeys(of, facts.chartText);
  const secrets = Object.entries(of.secretEnv ?? {}).map(([name, source]) => {
    const { secret, key } = secretKey(source, name, stored);
    return { name, valueFrom: { secretKeyRef: { name: secret, key } } };
  });
  return {
    serviceAccount: RAY_SERVICE_ACCOUNT,
    env: mergedEnvironment(variables, secrets),
    volumes: [...volumes, ...secretsVolume(stored)],
    pods: of.pods ?? null,
    logReader: props.podLogs !== false && props.podLogs?.rayFiles ? RAY_LOG_READER : null,
  };
}

/** The namespaces whose heads keep their state in one Valkey, for each; none without any. */
export function stateStoreGroups(props: KubeRayClusterProps): readonly (readonly string[])[] {
  if (!props.gcsFaultTolerance) return [];
  const namespaces = headNamespaces(props);
  return props.gcsStorePerNamespace ? namespaces.map((namespace) => [namespace]) : [namespaces];
}

/**
 * Where a Ray head keeps its state; null without Valkey. The keys have the operator's prefix, the cluster's UID: not every deleted
 * cluster's are taken out of Valkey (Kueue suspends the job that does it, and a namespace that ends takes none), and a later one of its
 * name must not start from them.
 */
export function faultTolerance({ redis }: ClusterFacts, namespace: string): GcsFaultTolerance | null {
  const store = redis?.get(namespace);
  if (!store) return null;
  return {
    redisAddress: `rediss://${store.host}:6379`,
    passwordSecret: { name: REDIS_SECRET, key: "password" },
    externalStorageNamespace: null,
  };
}
