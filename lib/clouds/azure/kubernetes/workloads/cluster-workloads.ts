import { mergedEnvironment } from "../../../../kubernetes/chart/environment";
import type { SystemNodes } from "../../../../kubernetes/cluster-props";
import { MONITORING_NAMESPACE } from "../../../../kubernetes/monitoring/monitoring";
import { systemRoomOfQueues } from "../../../../kubernetes/nodes/check-system-nodes";
import { NODE_AGENTS_NAMESPACE } from "../../../../kubernetes/nodes/node-agent";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { teamNamespace } from "../../../../kubernetes/queues/namespaces";
import type { PodVolume } from "../../../../kubernetes/storage/pod-volume";
import { type Workloads, workloadNamespaces } from "../../../../kubernetes/workloads";
import { MONITORING, QUEUES, TEAM } from "../../../common/workloads/cluster-tables";
import { API_KEY, secretsVolume } from "../../../common/workloads/kept-secrets";
import { servedModel, tritonServer } from "../../../common/workloads/served-workloads";
import { batchJob, fineTuning, rayCluster } from "../../../common/workloads/training-workloads";
import {
  type PodSettings,
  RAY_SERVICE_ACCOUNT,
  type SaysOfPods,
  type WorkloadContext,
} from "../../../common/workloads/workload-context";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { imageMirror } from "../registry/image-mirror";
import type { SecretEnvironment } from "../secret-source";
import { aksPlatform } from "../writers/aks-platform";
import { lustreVolume } from "../writers/azure-volumes";
import { type ReadsSecrets, secretKey, storedKeys, storedSecrets } from "./vault-secrets";

/** What the pure writers need to know of what Azure made; addresses may be Terraform references. */
export interface ClusterFacts {
  readonly poolOf: (pool: GpuNodePool) => KubernetesPool;
  /** The nodes beside the pools', which controllers and heads run on. */
  readonly systemNodes: SystemNodes;
  /** Client id of the identity that the pods of a namespace act with. */
  readonly clientIdOf: (namespace: string) => string;
  readonly tenantId: string;
}

/** Everything that the props ask for, with defaults filled in. */
export function clusterWorkloads(props: KubeRayClusterProps, facts: ClusterFacts): Workloads {
  const shared = (props.fileSystems ?? []).map(({ storage, path }) => ({ path, volume: lustreVolume(storage) }));
  const context = workloadContext(
    props,
    facts,
    shared.map(
      ({ path, volume: { name, identity, readOnly } }): PodVolume => ({
        name,
        mountPath: path,
        readOnly,
        source: { claim: name, identity },
      }),
    ),
  );
  const ray = {
    rayClusters: (props.rayClusters ?? []).map((of) => rayCluster(of, context)),
    fineTuning: (props.fineTuning ?? []).map((of) => fineTuning(of, context)),
    serving: (props.serving ?? []).map((of) =>
      servedModel(of, context, {
        certificateArn: null,
        apiKey: of.apiKey === undefined ? null : secretKey(of.apiKey, API_KEY, storedKeys(of)),
      }),
    ),
  };
  const jobs = (props.jobs ?? []).map((of) => batchJob(of, context));
  const triton = (props.triton ?? []).map((of) => tritonServer(of, context));
  const queues = queuesOf(props, facts, ray);
  const monitoring = props.monitoring === false ? null : (props.monitoring ?? {});
  return {
    platform: aksPlatform,
    pools: props.pools.map(facts.poolOf),
    ...ray,
    jobs,
    triton,
    queues,
    volumes: shared.map(({ volume }) => volume),
    alerts: monitoring && {
      idleGpuMinutes: monitoring.idleGpuMinutes ?? MONITORING.idleGpuMinutes.default,
      queueHours: monitoring.queueHours ?? MONITORING.queueHours.default,
      namespace: MONITORING_NAMESPACE,
      fabric: aksPlatform.fabric.monitoring.alerts,
    },
    stateStore: null,
    gateway: null,
    networkCidr: props.network.vnetCidr!,
    ...(props.egressCidrs ? { egressCidrs: [...new Set([props.network.vnetCidr!, ...props.egressCidrs])] } : {}),
    serviceAccount: RAY_SERVICE_ACCOUNT,
    ...accountsOf(props, facts, workloadNamespaces({ ...ray, jobs, triton, queues })),
    secrets: storedSecrets(props, facts),
    imagePullSecret: props.imagePullSecret,
    imageMirror: imageMirror(props.registry),
    systemNodes: facts.systemNodes,
  };
}

/** Whom accounts are in Azure: all the same one, or those of each namespace another. The agents that fetch weights are in one of their own. */
function accountsOf(props: KubeRayClusterProps, { clientIdOf }: ClusterFacts, namespaces: readonly string[]) {
  const annotations = (namespace: string) => ({ "azure.workload.identity/client-id": clientIdOf(namespace) });
  if (props.podIdentities !== "per-namespace") return { accountAnnotations: annotations(NODE_AGENTS_NAMESPACE) };
  const fetches = (props.serving ?? []).length + (props.triton ?? []).length > 0;
  const all = [...namespaces, ...(fetches ? [NODE_AGENTS_NAMESPACE] : [])];
  return { accountAnnotationsOf: Object.fromEntries(all.map((namespace) => [namespace, annotations(namespace)])) };
}

function workloadContext(
  props: KubeRayClusterProps,
  facts: ClusterFacts,
  volumes: readonly PodVolume[],
): WorkloadContext<GpuNodePool> {
  return {
    queues: props.queues,
    gateway: undefined,
    tls: false,
    clusterName: props.network.clusterName,
    loadBalancerSubnets: [],
    poolOf: facts.poolOf,
    podSettings: (of: SaysOfPods & { readonly secretEnv?: SecretEnvironment }): PodSettings => ({
      serviceAccount: RAY_SERVICE_ACCOUNT,
      env: environmentOf(of),
      volumes: [...volumes, ...secretsVolume(storedKeys(of))],
      logReader: null,
      pods: of.pods ?? null,
    }),
    gcsFaultTolerance: () => null,
  };
}

/** Variables with their values, and those whose values are in Secrets. */
function environmentOf(of: ReadsSecrets & { readonly env?: Readonly<Record<string, string>> }) {
  const stored = storedKeys(of);
  return mergedEnvironment(
    Object.entries(of.env ?? {}).map(([name, value]) => ({ name, value })),
    Object.entries(of.secretEnv ?? {}).map(([name, source]) => {
      const { secret, key } = secretKey(source, name, stored);
      return { name, valueFrom: { secretKeyRef: { name: secret, key } } };
    }),
  );
}

function queuesOf(
  { queues, pools }: KubeRayClusterProps,
  facts: ClusterFacts,
  heads: Parameters<typeof systemRoomOfQueues>[1],
): Workloads["queues"] {
  if (!queues) return null;
  const room = systemRoomOfQueues(facts.systemNodes, heads);
  return {
    scheduler: queues.scheduler ?? QUEUES.scheduler.default,
    pools: pools.map(facts.poolOf),
    cohort: "all",
    systemCpus: room.cpus,
    systemMemoryGiB: room.memoryGiB,
    teams: queues.teams.map((team) => ({
      name: team.name,
      namespace: teamNamespace(team),
      gpus: team.gpus,
      weight: team.weight ?? TEAM.weight.default,
      borrowing: team.borrowing ?? TEAM.borrowing.default,
    })),
  };
}
