import type { InstanceType } from "../../../catalog/types";
import type { EnvironmentVariable } from "../../../kubernetes/chart/environment";
import type { KubernetesPool } from "../../../kubernetes/nodes/pool";
import type { TokenRule } from "../../../kubernetes/platform/load-balancer-driver";
import type { PodOptions } from "../../../kubernetes/pods/pod-options";
import { SERVING_NAMESPACE, workloadNamespace } from "../../../kubernetes/queues/namespaces";
import type { GcsFaultTolerance } from "../../../kubernetes/ray/ray-cluster";
import type { LogReader } from "../../../kubernetes/ray/ray-pod";
import { DEFAULT_ENGINE, inGroups } from "../../../kubernetes/serving/serving-engine";
import type { PodVolume } from "../../../kubernetes/storage/pod-volume";
import type { QueueOptions } from "./cluster-options";
import type { ServingFields, TritonFields } from "./serving-options";
import type { BatchJobFields, FineTuningFields, RayClusterFields } from "./training-options";

/** Service account of workloads' pods. */
export const RAY_SERVICE_ACCOUNT = "ray";

/** What options say of a pool, whatever the cloud. */
export interface WorkloadPool {
  readonly name: string;
  readonly nodes: { readonly min: number; readonly max: number };
  readonly instanceType: InstanceType;
  readonly fabric?: unknown;
}

/** What every workload may say of its pods. */
export interface SaysOfPods {
  readonly env?: Readonly<Record<string, string>>;
  readonly pods?: PodOptions;
}

/** What the pods of a workload have beside what it says itself. */
export interface PodSettings {
  readonly serviceAccount: string;
  readonly env: readonly EnvironmentVariable[];
  readonly volumes: readonly PodVolume[];
  readonly logReader: LogReader | null;
  readonly pods: PodOptions | null;
}

/** What options of workloads are read with. */
export interface WorkloadContext<Pool extends WorkloadPool = WorkloadPool> {
  readonly queues: QueueOptions | undefined;
  readonly gateway: { readonly domain: string; readonly jwt?: TokenRule } | undefined;
  /** Whether processes of a Ray cluster speak TLS. */
  readonly tls: boolean;
  /** Prefix of names of the cluster's resources, by which its load balancers are tagged. */
  readonly clusterName: string;
  /** Subnets of internal load balancers; empty where the cloud finds some. */
  readonly loadBalancerSubnets: readonly string[];
  readonly poolOf: (pool: Pool) => KubernetesPool;
  /** Service account, environment and mounts, of options that hold secrets as the cloud takes them. */
  podSettings(of: SaysOfPods): PodSettings;
  /** Where the Ray heads of a namespace keep their state; null where in themselves. */
  readonly gcsFaultTolerance: (namespace: string) => GcsFaultTolerance | null;
}

/** Namespace of a cluster or run: its own, or that of the team whose queue it is in. */
export function clusterNamespace(
  { queues }: { readonly queues?: QueueOptions },
  of: { readonly namespace?: string; readonly queue?: string },
): string {
  return workloadNamespace(queues?.teams ?? [], of);
}

/** Everything that runs on a cluster, as a user says it. */
export interface WorkloadOptions<Pool> {
  readonly rayClusters?: readonly RayClusterFields<Pool>[];
  readonly fineTuning?: readonly FineTuningFields<Pool>[];
  readonly jobs?: readonly BatchJobFields<Pool>[];
  readonly serving?: readonly ServingFields<Pool>[];
  readonly triton?: readonly TritonFields<Pool>[];
  readonly queues?: QueueOptions;
}

/**
 * Namespaces of the Ray clusters and services whose heads may keep their state in a store, those of the clusters first.
 */
export function headNamespaces<Pool>(props: WorkloadOptions<Pool>): string[] {
  const clusters = (props.rayClusters ?? []).map((of) => clusterNamespace(props, of));
  const served = (props.serving ?? []).filter(({ engine }) => !inGroups(engine ?? DEFAULT_ENGINE));
  return [...new Set([...clusters, ...served.map(({ namespace }) => namespace ?? SERVING_NAMESPACE)])];
}
