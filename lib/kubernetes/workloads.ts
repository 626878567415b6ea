import { type ChartPart, type LocalChart, localChart } from "./chart/chart";
import type { ImageMirror } from "./chart/image-mirror";
import type { KubernetesObject } from "./chart/manifest";
import { PROGRAMS, type Program, programConfigMap, programFile } from "./chart/program-files";
import type { ClusterProps, SystemNodes } from "./cluster-props";
import { computeDomain, spansNodes } from "./gpus/compute-domain";
import { batchJob } from "./jobs/batch-job";
import type { BatchJobProps } from "./jobs/job-props";
import { type AlertProps, alertRules } from "./monitoring/alert-rules";
import { type DashboardLink, dashboardConfigMaps, dashboardFiles } from "./monitoring/dashboards";
import { MONITORING_NAMESPACE, rayMonitors } from "./monitoring/monitoring";
import { blockEnds, type EndingNodes } from "./nodes/block-end";
import { NODE_AGENTS_NAMESPACE, NODE_PROGRAMS } from "./nodes/node-agent";
import { isChecked, nodeChecks } from "./nodes/node-check";
import type { KubernetesPool } from "./nodes/pool";
import { agentTolerations } from "./nodes/taints";
import { fabricFiles, needsPrivileges } from "./platform/fabric-pod";
import type { GatewayProps } from "./platform/load-balancer-driver";
import type { Platform } from "./platform/platform";
import { kaiObjects, scheduledByKai } from "./queues/kai";
import { type KueueProps, kueueObjects } from "./queues/kueue";
import { gpusOutsideQueues } from "./queues/outside-queues";
import type { WorkloadPriority } from "./queues/priorities";
import { type FineTuningProps, fineTuningJob, TRAINING_PROGRAMS } from "./ray/fine-tuning";
import { type RayClusterProps, rayCluster } from "./ray/ray-cluster";
import { disruptionBudgets } from "./security/disruption-budgets";
import { nodeAgentPolicies, rayNamespacePolicies } from "./security/network-policies";
import { withPodLabels } from "./security/pod-labels";
import { namespaceObject, type PodSecurityLevel } from "./security/pod-security";
import { type StoredSecrets, secretProviderClass } from "./security/stored-secrets";
import { gatewayObjects, ROUTES_LABEL } from "./serving/gateway";
import { leaderWorkerSet } from "./serving/leader-worker-set";
import { type LlmServingProps, llmService } from "./serving/llm-serving";
import { allReplicas, gpusPerReplica, servingGpusPerPod } from "./serving/replica-size";
import { inGroups } from "./serving/serving-engine";
import { SERVING_PROGRAMS } from "./serving/serving-latency";
import { TRITON_METRICS, TRITON_PORTS, type TritonProps, triton, tritonMonitor } from "./serving/triton";
import { nodeCaches } from "./storage/node-caches";
import { livesInNamespace, type SharedVolume, sharedVolume } from "./storage/storage";

/** A long-lived cluster that people submit to. */
export interface NamedRayCluster extends RayClusterProps {
  readonly name: string;
  readonly namespace: string;
  readonly queue: string | null;
  /** Within that queue; null for the usual. */
  readonly priority: WorkloadPriority | null;
}

/** A model that is served, by Ray or as groups of a LeaderWorkerSet. */
export type ServedModel = LlmServingProps;

/** Everything that runs on a cluster, in plain terms. */
export interface Workloads {
  readonly platform: Platform;
  readonly pools: readonly KubernetesPool[];
  readonly rayClusters: readonly NamedRayCluster[];
  readonly fineTuning: readonly FineTuningProps[];
  readonly serving: readonly ServedModel[];
  /** Programs that run to their end. @default - none */
  readonly jobs?: readonly BatchJobProps[];
  /** Models of any framework, by Triton. */
  readonly triton: readonly TritonProps[];
  readonly queues: KueueProps | null;
  /** File systems and buckets that every workload namespace can claim. */
  readonly volumes: readonly SharedVolume[];
  readonly alerts: AlertProps | null;
  /** Where dashboards lead to, such as the logs of pods. @default - nowhere */
  readonly dashboardLinks?: readonly DashboardLink[];
  /** What makes the password of the store that Ray heads keep their state in, and hands it to them; null without one. */
  readonly stateStore: ChartPart | null;
  /** One front door for served models; null without. */
  readonly gateway: GatewayProps | null;
  /** Block of the network: where load balancers and Valkey are. */
  readonly networkCidr: string;
  /** Blocks that pods may call by HTTPS. @default - all */
  readonly egressCidrs?: readonly string[];
  /** Service account of Ray pods in each workload namespace. */
  readonly serviceAccount: string;
  /** Annotations of the accounts of workloads and of the agents that fetch for them: whom they are in the cloud. @default - none */
  readonly accountAnnotations?: Readonly<Record<string, string>>;
  /** The same of namespaces that are somebody of their own. @default - `accountAnnotations` in all */
  readonly accountAnnotationsOf?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Secret in each workload namespace with the login of a registry. @default - images need none */
  readonly imagePullSecret?: string;
  /** Secrets of the cloud's store that pods read. @default - none */
  readonly secrets?: readonly StoredSecrets[];
  /** Registry from which pods pull public images. @default - from those registries */
  readonly imageMirror?: ImageMirror;
  /** Nodes that the cloud ends at a known time, and that nothing else drains. @default - none */
  readonly endingNodes?: readonly EndingNodes[];
  /** Namespaces that are somebody else's: the chart neither makes, labels nor deletes them. @default - none */
  readonly existingNamespaces?: readonly string[];
  /** Nodes of Ray heads. @default - not known, not checked */
  readonly systemNodes?: SystemNodes;
  /** What the props of the cluster are called. @default - as those of a cluster that is made with its nodes */
  readonly props?: ClusterProps;
}

/** Namespaces in which something runs, sorted. */
export function workloadNamespaces(
  of: Pick<Workloads, "rayClusters" | "fineTuning" | "serving" | "triton" | "queues" | "jobs">,
): string[] {
  const { rayClusters, fineTuning, jobs = [], serving, triton, queues } = of;
  const all = [...rayClusters, ...fineTuning, ...jobs, ...serving, ...triton, ...(queues?.teams ?? [])];
  return [...new Set(all.map(({ namespace }) => namespace))].sort();
}

/** Workloads whose pods use NVLink over nodes of their pool. */
function nvlinkDomains(of: Workloads): KubernetesObject[] {
  const over = (pool: KubernetesPool, gpus: number) => spansNodes(pool) && gpus > pool.type.acceleratorCount;
  const domains = [
    ...of.rayClusters.filter(({ workerGroups }) =>
      workerGroups.some((group) => spansNodes(group.of) && group.gpusPerPod === group.of.type.acceleratorCount),
    ),
    ...of.fineTuning.filter((run) => over(run.of, run.gpus)),
    ...of.serving.filter((model) => over(model.of, gpusPerReplica(model))),
    ...(of.jobs ?? []).filter((job) => over(job.of, job.nodes * job.gpusPerPod)),
  ];
  return domains.map(({ name, namespace }) => computeDomain(name, namespace));
}

/** Programs of the agents that a cluster's nodes may have. */
function agentPrograms({ platform: { fabric, objects }, pools }: Workloads): Program[] {
  const fetching: Program[] = objects === null ? [] : [objects.program, PROGRAMS.releaseWeights];
  const checking: Program[] = pools.some(isChecked) ? [PROGRAMS.nodeCheck] : [];
  const programs = [...(fabric.monitoring.exporter?.programs ?? []), ...fetching, ...checking];
  return programs.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const LATENCY_PROGRAMS = [PROGRAMS.latencyPolicy, PROGRAMS.latencyReader];

/** Whether Ray Serve's controller asks Prometheus for the model's latency. */
const readsLatency = (model: ServedModel) => model.engine === "ray" && model.targetTimeToFirstTokenSeconds !== null;

/** Pods of a served model at its fewest replicas, the head included. */
function leastPods(model: ServedModel): number {
  const perReplica = gpusPerReplica(model) / servingGpusPerPod(model);
  return allReplicas(model).min * perReplica + (model.engine === "ray" ? 1 : 0);
}

/** Pools that training and language models of a namespace run on. */
function poolsOf({ rayClusters, fineTuning, jobs = [], serving }: Workloads, namespace: string): KubernetesPool[] {
  return [...rayClusters, ...fineTuning, ...jobs, ...serving]
    .filter((workload) => workload.namespace === namespace)
    .flatMap((workload) => ("of" in workload ? [workload.of] : workload.workerGroups.map(({ of }) => of)));
}

/** Whether pods of a namespace have the addresses of their nodes, which no selector of pods finds. */
const onHostNetwork = (of: Workloads, namespace: string) =>
  poolsOf(of, namespace).some(({ fabric }) => fabric?.hostNetwork === true);

/** What pods of a namespace may do: no more than `restricted` unless they work over a fabric that needs it. */
function podLevel(of: Workloads, namespace: string): PodSecurityLevel {
  return poolsOf(of, namespace).some(({ fabric }) => needsPrivileges(fabric)) ? "privileged" : "restricted";
}

function namespaceObjects(of: Workloads, namespace: string): KubernetesObject[] {
  const here = <T extends { readonly namespace: string }>(list: readonly T[]) =>
    list.filter((x) => x.namespace === namespace);
  const training = [of.fineTuning, of.rayClusters, of.jobs ?? [], of.queues?.teams ?? []].some(
    (list) => here<{ readonly namespace: string }>(list).length > 0,
  );
  const [serving, tritons] = [here(of.serving), here(of.triton)];
  const models = [...serving, ...tritons];
  const clients = [of.networkCidr, ...models.flatMap(({ allowedCidrs }) => allowedCidrs)];
  const labels = models.some(({ exposure }) => exposure === "gateway") ? ROUTES_LABEL : {};
  const own = namespaceObject(namespace, podLevel(of, namespace), { labels, kept: of.volumes.some(livesInNamespace) });
  return [
    ...(of.existingNamespaces?.includes(namespace) ? [] : [own]),
    {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: of.serviceAccount, namespace, ...annotated(of, namespace) },
      automountServiceAccountToken: true,
      ...(of.imagePullSecret === undefined ? {} : { imagePullSecrets: [{ name: of.imagePullSecret }] }),
    },
    ...rayNamespacePolicies(namespace, {
      platform: of.platform,
      ...(of.egressCidrs ? { egressCidrs: of.egressCidrs } : {}),
      hostNetworkCidr: onHostNetwork(of, namespace) ? of.networkCidr : null,
      clientCidrs: models.length > 0 ? [...new Set(clients)] : [],
      clientPorts: tritons.length > 0 ? TRITON_PORTS : [8000],
      redisCidr: of.stateStore ? of.networkCidr : null,
      asksPrometheus: serving.some(readsLatency),
      metricsPorts: [
        ...(serving.some(({ engine }) => inGroups(engine)) ? [8000] : []),
        ...(tritons.length > 0 ? [TRITON_METRICS] : []),
      ],
    }),
    ...disruptionBudgets(namespace, {
      training,
      servingPods:
        serving.reduce((sum, model) => sum + leastPods(model), 0) +
        tritons.reduce((sum, { replicas }) => sum + replicas.min, 0),
    }),
    ...of.volumes.flatMap((volume) => sharedVolume(volume, namespace)),
    ...fabricFiles(
      poolsOf(of, namespace).map(({ fabric }) => fabric),
      namespace,
    ),
    ...(here(of.fineTuning).length > 0 ? [programConfigMap(TRAINING_PROGRAMS, namespace, [PROGRAMS.fineTuning])] : []),
    ...(serving.some(readsLatency) ? [programConfigMap(SERVING_PROGRAMS, namespace, LATENCY_PROGRAMS)] : []),
    ...(of.alerts ? [...rayMonitors(namespace), ...tritons.map(tritonMonitor)] : []),
  ];
}

function annotated({ accountAnnotations, accountAnnotationsOf }: Workloads, namespace: string) {
  const annotations = accountAnnotationsOf?.[namespace] ?? accountAnnotations;
  return annotations ? { annotations } : {};
}

/** A service account of a chart's own with the login of the registry. */
function withPullSecret({ imagePullSecret }: Workloads, object: KubernetesObject): KubernetesObject {
  if (object.kind !== "ServiceAccount" || imagePullSecret === undefined) return object;
  return { ...object, imagePullSecrets: [{ name: imagePullSecret }] };
}

/** The chart of everything that runs on the cluster. */
export function workloadsChart(of: Workloads): LocalChart {
  const namespaces = workloadNamespaces(of);
  const { monitoring } = of.platform.fabric;
  const cache = nodeCaches(of);
  const onFabric = of.pools.filter(({ fabric }) => fabric !== null);
  const exporter =
    of.alerts && onFabric.length > 0 ? (monitoring.exporter?.objects(agentTolerations(onFabric)) ?? []) : [];
  const checks = nodeChecks(of.pools);
  const agents = [...cache, ...exporter, ...checks];
  const kai = of.queues?.scheduler === "kai";
  const labels = of.platform.identityLabels;
  const identified = (object: KubernetesObject) => (labels ? withPodLabels(object, labels) : object);
  const scheduled = (object: KubernetesObject) => identified(kai ? scheduledByKai(object, of.pools) : object);
  return localChart({
    name: "workloads",
    description: "Ray clusters, jobs, queues and served models of one GPU cluster",
    mirror: of.imageMirror,
    groups: {
      namespaces: namespaces.flatMap((namespace) => namespaceObjects(of, namespace)),
      "node-agents":
        agents.length > 0
          ? [
              namespaceObject(NODE_AGENTS_NAMESPACE, "privileged"),
              {
                apiVersion: "v1",
                kind: "ServiceAccount",
                metadata: {
                  name: "weights",
                  namespace: NODE_AGENTS_NAMESPACE,
                  ...annotated(of, NODE_AGENTS_NAMESPACE),
                },
              },
              programConfigMap(NODE_PROGRAMS, NODE_AGENTS_NAMESPACE, agentPrograms(of)),
              ...nodeAgentPolicies(of.platform, of.egressCidrs),
              ...agents.map(identified),
            ]
          : [],
      nvlink: nvlinkDomains(of),
      fabric: [...(of.platform.fabric.objects?.(of.pools) ?? [])],
      "block-ends": blockEnds(of.endingNodes ?? []),
      gateway:
        of.gateway && of.platform.balancers.gateway ? gatewayObjects(of.gateway, of.platform.balancers.gateway) : [],
      queues: of.queues
        ? kai
          ? kaiObjects(of.queues)
          : kueueObjects({ ...of.queues, gpusOutside: gpusOutsideQueues(of, of.queues.pools) })
        : [],
      redis: of.stateStore?.objects ?? [],
      secrets: (of.secrets ?? []).map(secretProviderClass),
      clusters: of.rayClusters
        .map((cluster) => rayCluster(cluster.name, cluster.namespace, cluster.queue, cluster, cluster.priority))
        .map(scheduled),
      "fine-tuning": of.fineTuning.map(fineTuningJob).map(scheduled),
      jobs: (of.jobs ?? []).flatMap((job) => batchJob(job, of.imageMirror, of.queues?.scheduler)).map(scheduled),
      serving: of.serving
        .flatMap((model) => (inGroups(model.engine) ? leaderWorkerSet(model) : llmService(model)))
        .map((object) => identified(withPullSecret(of, object))),
      triton: of.triton.flatMap(triton).map(identified),
      monitoring: of.alerts
        ? [alertRules(of.alerts), ...dashboardConfigMaps(MONITORING_NAMESPACE, monitoring.panels)]
        : [],
    },
    files: [
      ...(of.fineTuning.length > 0 ? [programFile(PROGRAMS.fineTuning)] : []),
      ...(of.serving.some(readsLatency) ? LATENCY_PROGRAMS.map(programFile) : []),
      ...(agents.length > 0 ? agentPrograms(of).map(programFile) : []),
      ...(of.stateStore?.files ?? []),
      ...(of.alerts ? dashboardFiles(monitoring.panels, of.dashboardLinks) : []),
    ],
  });
}
