import { type LocalChart, localChart } from "./chart/chart";
import type { KubernetesObject } from "./chart/manifest";
import { programConfigMap, programFile } from "./chart/program-files";
import { type AlertProps, alertRules } from "./monitoring/alert-rules";
import { dashboardConfigMaps, dashboardFiles } from "./monitoring/dashboards";
import { efaExporter, MONITORING_NAMESPACE, rayMonitors } from "./monitoring/monitoring";
import { blockEnds, type EndingNodes } from "./nodes/block-end";
import type { SystemNodes } from "./nodes/check-system-nodes";
import { efaInterfaces, type KubernetesPool } from "./nodes/pool";
import { kaiObjects, scheduledByKai } from "./queues/kai";
import { type KueueProps, kueueObjects } from "./queues/kueue";
import { gpusOutsideQueues } from "./queues/outside-queues";
import type { WorkloadPriority } from "./queues/priorities";
import { type FineTuningProps, fineTuningJob, TRAINING_PROGRAMS } from "./ray/fine-tuning";
import { type RayClusterProps, rayCluster } from "./ray/ray-cluster";
import { type RedisPasswordProps, redisPasswordJob } from "./ray/redis-password";
import { disruptionBudgets } from "./security/disruption-budgets";
import { nodeAgentPolicies, rayNamespacePolicies } from "./security/network-policies";
import { namespaceObject } from "./security/pod-security";
import { type GatewayProps, gatewayObjects, ROUTES_LABEL } from "./serving/gateway";
import { leaderWorkerSet } from "./serving/leader-worker-set";
import { gpusPerReplica, type LlmServingProps, llmService, servingGpusPerPod } from "./serving/llm-serving";
import { SERVING_PROGRAMS } from "./serving/serving-latency";
import { TRITON_METRICS, TRITON_PORTS, type TritonProps, triton, tritonMonitor } from "./serving/triton";
import { type BucketVolumeProps, bucketVolume, type LustreVolumeProps, lustreVolume } from "./storage/storage";
import { isFetched } from "./storage/stored-files";
import { NODE_AGENTS_NAMESPACE, NODE_PROGRAMS, weightsCache, weightsVolume } from "./storage/weights-cache";

/** A long-lived cluster that people submit to. */
export interface NamedRayCluster extends RayClusterProps {
  readonly name: string;
  readonly namespace: string;
  readonly queue: string | null;
  /** Within that queue; null for the usual. */
  readonly priority: WorkloadPriority | null;
}

/** A model that is served, by Ray or as groups of a LeaderWorkerSet. */
export interface ServedModel extends LlmServingProps {
  readonly engine: "ray" | "leader-worker-set";
}

/** Everything that runs on a cluster, in plain terms. */
export interface Workloads {
  readonly pools: readonly KubernetesPool[];
  readonly rayClusters: readonly NamedRayCluster[];
  readonly fineTuning: readonly FineTuningProps[];
  readonly serving: readonly ServedModel[];
  /** Models of any framework, by Triton. */
  readonly triton: readonly TritonProps[];
  readonly queues: KueueProps | null;
  /** File systems that every workload namespace can claim. */
  readonly lustre: readonly Omit<LustreVolumeProps, "namespace">[];
  /** Buckets that every workload namespace can claim. */
  readonly buckets: readonly Omit<BucketVolumeProps, "namespace">[];
  readonly alerts: AlertProps | null;
  readonly redisPassword: RedisPasswordProps | null;
  /** One front door for served models; null without. */
  readonly gateway: GatewayProps | null;
  /** Block of the network: where load balancers and Valkey are. */
  readonly networkCidr: string;
  /** Service account of Ray pods in each workload namespace. */
  readonly serviceAccount: string;
  /** Secret in each workload namespace with the login of a registry. @default - images need none */
  readonly imagePullSecret?: string;
  /** Nodes that the cloud ends at a known time, and that nothing else drains. @default - none */
  readonly endingNodes?: readonly EndingNodes[];
  /** Nodes of Ray heads. @default - not known, not checked */
  readonly systemNodes?: SystemNodes;
}

/** Namespaces in which something runs, sorted. */
export function workloadNamespaces(
  of: Pick<Workloads, "rayClusters" | "fineTuning" | "serving" | "triton" | "queues">,
): string[] {
  const all = [...of.rayClusters, ...of.fineTuning, ...of.serving, ...of.triton, ...(of.queues?.teams ?? [])];
  return [...new Set(all.map(({ namespace }) => namespace))].sort();
}

/** Agents that fetch what comes from S3, one for each pool, and claims on their caches in the namespaces that serve from them. */
function nodeCaches(of: Workloads): KubernetesObject[] {
  const cached = [...of.serving, ...of.triton].filter(({ files }) => isFetched(files));
  const pools = new Map(cached.map((server) => [server.of.pool.name, server.of]));
  return [...pools].flatMap(([name, pool]) => {
    const own = cached.filter((server) => server.of.pool.name === name);
    const namespaces = [...new Set(own.map(({ namespace }) => namespace))];
    const agent = weightsCache(
      pool,
      own.map(({ files }) => files),
    );
    return [...namespaces.flatMap((namespace) => weightsVolume(pool, namespace)), agent];
  });
}

const NODE_AGENTS = ["efa_exporter.py", "fetch_weights.sh", "release_weights.py"] as const;

const LATENCY_PROGRAMS = ["latency_policy.py", "latency_reader.py"] as const;

/** Whether Ray Serve's controller asks Prometheus for the model's latency. */
const readsLatency = (model: ServedModel) => model.engine === "ray" && model.targetTimeToFirstTokenSeconds !== null;

/** Pods of a served model at its fewest replicas, the head included. */
function leastPods(model: ServedModel): number {
  const perReplica = gpusPerReplica(model) / servingGpusPerPod(model);
  return model.replicas.min * perReplica + (model.engine === "ray" ? 1 : 0);
}

function namespaceObjects(of: Workloads, namespace: string): KubernetesObject[] {
  const here = <T extends { readonly namespace: string }>(list: readonly T[]) =>
    list.filter((x) => x.namespace === namespace);
  const training =
    here(of.fineTuning).length > 0 || here(of.rayClusters).length > 0 || here(of.queues?.teams ?? []).length > 0;
  const serving = here(of.serving);
  const tritons = here(of.triton);
  const models = [...serving, ...tritons];
  const routed = models.some(({ exposure }) => exposure === "gateway");
  const clients = [of.networkCidr, ...models.flatMap(({ allowedCidrs }) => allowedCidrs)];
  return [
    namespaceObject(namespace, "restricted", routed ? ROUTES_LABEL : {}),
    {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: of.serviceAccount, namespace },
      automountServiceAccountToken: true,
      ...(of.imagePullSecret === undefined ? {} : { imagePullSecrets: [{ name: of.imagePullSecret }] }),
    },
    ...rayNamespacePolicies(namespace, {
      clientCidrs: models.length > 0 ? [...new Set(clients)] : [],
      clientPorts: tritons.length > 0 ? TRITON_PORTS : [8000],
      redisCidr: of.redisPassword ? of.networkCidr : null,
      asksPrometheus: serving.some(readsLatency),
      metricsPorts: [
        ...(serving.some(({ engine }) => engine === "leader-worker-set") ? [8000] : []),
        ...(tritons.length > 0 ? [TRITON_METRICS] : []),
      ],
    }),
    ...disruptionBudgets(namespace, {
      training,
      servingPods:
        serving.reduce((sum, model) => sum + leastPods(model), 0) +
        tritons.reduce((sum, { replicas }) => sum + replicas.min, 0),
    }),
    ...of.lustre.flatMap((volume) => lustreVolume({ ...volume, namespace })),
    ...of.buckets.flatMap((volume) => bucketVolume({ ...volume, namespace })),
    ...(here(of.fineTuning).length > 0 ? [programConfigMap(TRAINING_PROGRAMS, namespace, ["lora_finetune.py"])] : []),
    ...(serving.some(readsLatency) ? [programConfigMap(SERVING_PROGRAMS, namespace, LATENCY_PROGRAMS)] : []),
    ...(of.alerts ? [...rayMonitors(namespace), ...tritons.map(tritonMonitor)] : []),
  ];
}

/** The chart of everything that runs on the cluster. */
export function workloadsChart(of: Workloads): LocalChart {
  const namespaces = workloadNamespaces(of);
  const cache = nodeCaches(of);
  const exporter = of.alerts && of.pools.some((pool) => efaInterfaces(pool) > 0) ? efaExporter() : [];
  const agents = [...cache, ...exporter];
  const kai = of.queues?.scheduler === "kai";
  const scheduled = (object: KubernetesObject) => (kai ? scheduledByKai(object) : object);
  return localChart({
    name: "workloads",
    description: "Ray clusters, jobs, queues and served models of one GPU cluster",
    groups: {
      namespaces: namespaces.flatMap((namespace) => namespaceObjects(of, namespace)),
      "node-agents":
        agents.length > 0
          ? [
              namespaceObject(NODE_AGENTS_NAMESPACE, "privileged"),
              {
                apiVersion: "v1",
                kind: "ServiceAccount",
                metadata: { name: "weights", namespace: NODE_AGENTS_NAMESPACE },
              },
              programConfigMap(NODE_PROGRAMS, NODE_AGENTS_NAMESPACE, NODE_AGENTS),
              ...nodeAgentPolicies(),
              ...agents,
            ]
          : [],
      "block-ends": blockEnds(of.endingNodes ?? []),
      gateway: of.gateway ? gatewayObjects(of.gateway) : [],
      queues: of.queues
        ? kai
          ? kaiObjects(of.queues)
          : kueueObjects({ ...of.queues, gpusOutside: gpusOutsideQueues(of, of.queues.pools) })
        : [],
      redis: of.redisPassword ? redisPasswordJob(of.redisPassword) : [],
      clusters: of.rayClusters
        .map((cluster) => rayCluster(cluster.name, cluster.namespace, cluster.queue, cluster, cluster.priority))
        .map(scheduled),
      "fine-tuning": of.fineTuning.map(fineTuningJob).map(scheduled),
      serving: of.serving.flatMap((model) => (model.engine === "ray" ? llmService(model) : leaderWorkerSet(model))),
      triton: of.triton.flatMap(triton),
      monitoring: of.alerts ? [alertRules(of.alerts), ...dashboardConfigMaps(MONITORING_NAMESPACE)] : [],
    },
    files: [
      ...(of.fineTuning.length > 0 ? [programFile("lora_finetune.py")] : []),
      ...(of.serving.some(readsLatency) ? LATENCY_PROGRAMS.map(programFile) : []),
      ...(agents.length > 0 ? NODE_AGENTS.map(programFile) : []),
      ...(of.redisPassword ? [programFile("redis_password.sh")] : []),
      ...(of.alerts ? dashboardFiles() : []),
    ],
  });
}
