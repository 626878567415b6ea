import type { KubernetesObject } from "../chart/manifest";
import {
  ANYWHERE_ANNOTATION,
  HUGE_PAGES_RESOURCE,
  NEAR_ANNOTATION,
  OWN_PODS_ANNOTATION,
  SYSTEM_POOL,
} from "../chart/names";
import { cpuQuantity, memoryQuantity } from "../chart/quantity";
import { allocatable, fabricCapacity } from "../nodes/node-resources";
import { gpuResource, type KubernetesPool } from "../nodes/pool";
import { MULTIKUEUE_CHECK, multiKueueObjects, type WorkerOfQueues } from "./multi-kueue";
import { PRIORITIES } from "./priorities";

const API = "kueue.x-k8s.io/v1beta2";

/** A team's share of the pools. */
export interface TeamQueue {
  /** Name of the team, of its ClusterQueue and of the LocalQueue in its namespace. */
  readonly name: string;
  readonly namespace: string;
  /** Whole GPUs of each pool that are the team's own, by pool name. What is no team's may be borrowed. */
  readonly gpus: Readonly<Record<string, number>>;
  /** Share of what others leave unused, against the other teams' weights. */
  readonly weight: number;
  /** Whether the team may use what others leave unused. */
  readonly borrowing: boolean;
}

/** Who holds the queues where nothing is said. */
export const DEFAULT_QUEUE_SCHEDULER = "kueue";

/** How teams share the pools; by Kueue, or by KAI (`kai.ts`). */
export interface KueueProps {
  /** Who holds the queues: Kueue before Kubernetes' scheduler, or KAI in its place. */
  readonly scheduler: "kueue" | "kai";
  readonly pools: readonly KubernetesPool[];
  readonly teams: readonly TeamQueue[];
  readonly cohort: string;
  /** CPUs and memory of the system nodes that heads and submitters may take, over all teams. */
  readonly systemCpus: number;
  readonly systemMemoryGiB: number;
  /** Whole GPUs by pool that workloads in no queue may take, and queues therefore cannot lend. @default - none */
  readonly gpusOutside?: Readonly<Record<string, number>>;
  /** Clusters that run what these queues admit, in place of this one. @default - none: this cluster does */
  readonly workers?: readonly WorkerOfQueues[];
}

/** Layers of the network, then the node: what "near" means when pods are placed. One object, since pools are of one platform. */
export function topologyObject(pools: readonly KubernetesPool[], apiVersion: string): KubernetesObject[] {
  const topology = pools.find(({ placedByTopology }) => placedByTopology)?.platform.fabric.topology;
  if (!topology) return [];
  const levels = [...topology.labels, "kubernetes.io/hostname"].map((nodeLabel) => ({ nodeLabel }));
  return [{ apiVersion, kind: "Topology", metadata: { name: topology.name }, spec: { levels } }];
}

/**
 * Name of a pool's flavor. Kueue lets no flavor lose its topology: a pool that no longer has one (a source of capacity whose nodes are
 * started when they are needed) is another flavor, and the old one goes when no queue counts by it.
 */
export function flavorName({ pool, placedByTopology }: KubernetesPool): string {
  return placedByTopology ? `${pool.name}.topology` : pool.name;
}

/** A pool as Kueue sees it. Pools with a fabric whose nodes stand are placed by topology. */
export function resourceFlavor(of: KubernetesPool): KubernetesObject {
  return {
    apiVersion: API,
    kind: "ResourceFlavor",
    metadata: { name: flavorName(of) },
    spec: {
      nodeLabels: of.selector,
      tolerations: of.tolerations,
      ...(of.placedByTopology ? { topologyName: of.platform.fabric.topology!.name } : {}),
    },
  };
}

function systemFlavor(pools: readonly KubernetesPool[]): KubernetesObject {
  return {
    apiVersion: API,
    kind: "ResourceFlavor",
    metadata: { name: SYSTEM_POOL },
    spec: { nodeLabels: pools[0]?.platform.systemNodes ?? {} },
  };
}

/** Resources that any worker asks for; Kueue refuses a workload that asks for one it does not count. */
function coveredResources(pools: readonly KubernetesPool[]): string[] {
  const gpus = [...new Set(pools.map((of) => gpuResource(of).name))].sort();
  const fabric = pools.flatMap((of) => Object.keys(fabricCapacity(of)));
  return ["cpu", "memory", ...gpus, ...new Set(fabric)];
}

/** Quota of one resource for so many of a pool's nodes (a fraction where a team owns less than a node). */
function quota(resource: string, of: KubernetesPool, nodes: number): string {
  const node = allocatable(of);
  switch (resource) {
    case "cpu":
      return cpuQuantity(Math.floor(node.cpuMillicores * nodes));
    case "memory":
      return memoryQuantity(node.memoryBytes * nodes);
    case of.fabric?.resource:
      return String(Math.floor(node.fabricDevices * nodes));
    case HUGE_PAGES_RESOURCE:
      return memoryQuantity(node.hugePagesBytes * nodes);
    default:
      return resource === gpuResource(of).name ? String(Math.floor(node.gpus * nodes)) : "0";
  }
}

/** CPUs of the system nodes that a team owns. */
export function systemCpusOfTeam({ systemCpus, teams }: Pick<KueueProps, "systemCpus" | "teams">): number {
  return Math.floor(systemCpus / teams.length);
}

function clusterQueue(team: TeamQueue, props: KueueProps): KubernetesObject {
  const covered = coveredResources(props.pools);
  // without borrowing the team's own share is also its bound
  const entry = (name: string, nominalQuota: string) => ({
    name,
    nominalQuota,
    ...(team.borrowing ? {} : { borrowingLimit: "0" }),
  });
  const system = covered.map((name) => {
    if (name === "cpu") return entry(name, String(systemCpusOfTeam(props)));
    if (name === "memory") return entry(name, `${Math.floor(props.systemMemoryGiB / props.teams.length)}Gi`);
    return entry(name, "0");
  });
  const flavors = props.pools.map((of) => {
    const nodes = of.type.acceleratorCount > 0 ? (team.gpus[of.pool.name] ?? 0) / of.type.acceleratorCount : 0;
    return {
      name: flavorName(of),
      resources: covered.map((name) => entry(name, quota(name, of, nodes))),
    };
  });
  return {
    apiVersion: API,
    kind: "ClusterQueue",
    metadata: { name: team.name },
    spec: {
      cohortName: props.cohort,
      queueingStrategy: "BestEffortFIFO",
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": team.namespace } },
      fairSharing: { weight: String(team.weight) },
      ...(props.workers?.length ? { admissionChecksStrategy: { admissionChecks: [{ name: MULTIKUEUE_CHECK }] } } : {}),
      flavorFungibility: { whenCanBorrow: "TryNextFlavor", whenCanPreempt: "TryNextFlavor" },
      // a team takes its own share back from those who borrowed it, whatever their priority
      preemption: {
        reclaimWithinCohort: "Any",
        borrowWithinCohort: { policy: "Never" },
        withinClusterQueue: "LowerPriority",
      },
      resourceGroups: [{ coveredResources: covered, flavors: [{ name: SYSTEM_POOL, resources: system }, ...flavors] }],
    },
  };
}

/** All teams together, with the nodes that are no team's own and no other workload's: whoever may borrow shares them by weight. */
function cohort(props: KueueProps): KubernetesObject {
  const covered = coveredResources(props.pools);
  const flavors = props.pools.flatMap((of) => {
    const gpus = of.type.acceleratorCount;
    const owned = props.teams.reduce((sum, team) => sum + (team.gpus[of.pool.name] ?? 0), 0);
    const outside = props.gpusOutside?.[of.pool.name] ?? 0;
    const nodes = gpus > 0 ? of.pool.nodes.max - (owned + outside) / gpus : 0;
    if (nodes <= 0) return [];
    const resources = covered.map((name) => ({
      name,
      nominalQuota: quota(name, of, nodes),
    }));
    return [{ name: flavorName(of), resources }];
  });
  return {
    apiVersion: API,
    kind: "Cohort",
    metadata: { name: props.cohort },
    ...(flavors.length > 0 ? { spec: { resourceGroups: [{ coveredResources: covered, flavors }] } } : {}),
  };
}

/**
 * What a queue says to who reads it (`kubectl describe localqueue`): Kueue keeps pods that ask for no place from pools that it places by
 * topology, with the event `Flavor "h100.topology" supports only TopologyAwareScheduling`.
 */
function saysOfOwnPods(pools: readonly KubernetesPool[]): Readonly<Record<string, string>> {
  const placed = pools.filter((of) => of.placedByTopology);
  const nearest = placed[0]?.platform.fabric.topology?.labels.at(-1);
  if (nearest === undefined) return {};
  const names = placed.map(({ pool }) => pool.name).join(", ");
  const says = `pods on ${names}: annotation ${ANYWHERE_ANNOTATION}: "true", or ${NEAR_ANNOTATION}: ${nearest}`;
  return { [OWN_PODS_ANNOTATION]: says };
}

function localQueue({ name, namespace }: TeamQueue, pools: readonly KubernetesPool[]): KubernetesObject {
  const annotations = saysOfOwnPods(pools);
  return {
    apiVersion: API,
    kind: "LocalQueue",
    metadata: { name, namespace, ...(Object.keys(annotations).length > 0 ? { annotations } : {}) },
    spec: { clusterQueue: name },
  };
}

/** Everything that Kueue needs to share the pools among teams: topology, flavors, queues, priorities. */
export function kueueObjects(props: KueueProps): KubernetesObject[] {
  if (props.teams.length === 0) return [];
  return [
    ...topologyObject(props.pools, API),
    systemFlavor(props.pools),
    ...props.pools.map(resourceFlavor),
    ...multiKueueObjects(props.workers ?? []),
    cohort(props),
    ...props.teams.map((team) => clusterQueue(team, props)),
    ...props.teams.map((team) => localQueue(team, props.pools)),
    ...Object.entries(PRIORITIES).map(([name, rest]) => ({
      apiVersion: API,
      kind: "WorkloadPriorityClass",
      metadata: { name },
      ...rest,
    })),
  ];
}

/**
 * Configuration of Kueue's manager: which kinds it admits, fair sharing between teams, and all or nothing: a workload
 * whose pods are not all ready in time gives its quota back, so that two half-started jobs cannot block each other. `origin` marks what a
 * manager of several clusters makes on its workers: it removes what bears its mark and is gone here, so that no two managers may share one.
 */
export function kueueManagerConfig(bootSeconds: number, origin?: string): unknown {
  return {
    apiVersion: "config.kueue.x-k8s.io/v1beta2",
    kind: "Configuration",
    health: { healthProbeBindAddress: ":8081" },
    metrics: { bindAddress: ":8443", enableClusterQueueResources: true },
    webhook: { port: 9443 },
    leaderElection: { leaderElect: true, resourceName: "c1f6bfd2.kueue.x-k8s.io" },
    manageJobsWithoutQueueName: false,
    ...(origin === undefined ? {} : { multiKueue: { origin } }),
    waitForPodsReady: {
      // nodes that boot, twice over: pulling a CUDA image takes about as long as the boot
      timeout: `${Math.max(600, bootSeconds * 2)}s`,
      blockAdmission: false,
      requeuingStrategy: { timestamp: "Eviction", backoffLimitCount: 10 },
    },
    integrations: {
      frameworks: [
        "batch/job",
        "ray.io/rayjob",
        "ray.io/raycluster",
        "ray.io/rayservice",
        "leaderworkerset.x-k8s.io/leaderworkerset",
        "jobset.x-k8s.io/jobset",
        "trainer.kubeflow.org/trainjob",
        // of an MPI operator that somebody else installs: Kueue waits for its kind
        "kubeflow.org/mpijob",
      ],
    },
    fairSharing: { preemptionStrategies: ["LessThanOrEqualToFinalShare", "LessThanInitialShare"] },
  };
}
