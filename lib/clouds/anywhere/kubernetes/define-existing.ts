import {
  findKubernetesPlatform,
  type KubernetesPlatform,
  type PlatformRdma,
  type PlatformSoftware,
} from "../../../catalog/kubernetes-platforms";
import { movedTo, Problems } from "../../../errors";
import { DEFAULT_RAY_VERSION } from "../../../kubernetes/chart/images";
import { checkWorkloads } from "../../../kubernetes/check-workloads";
import type { ClusterProps, SystemNodes } from "../../../kubernetes/cluster-props";
import { MONITORING_NAMESPACE } from "../../../kubernetes/monitoring/monitoring";
import { checkPools } from "../../../kubernetes/nodes/check-pools";
import { systemRoomOfQueues } from "../../../kubernetes/nodes/check-system-nodes";
import { gpuResource, type KubernetesPool } from "../../../kubernetes/nodes/pool";
import type { Platform } from "../../../kubernetes/platform/platform";
import { teamNamespace, workloadNamespace } from "../../../kubernetes/queues/namespaces";
import type { PodVolume } from "../../../kubernetes/storage/pod-volume";
import type { NamedRayCluster, Workloads } from "../../../kubernetes/workloads";
import type { Ownership, Workload } from "../../../model/model";
import { notedProps } from "../../../props/check-props";
import { checkWorkload } from "../../../review/check-workload";
import { ChartText } from "../../common/helm/chart-text";
import { isToken } from "../../common/terraform-text";
import { addOfRest } from "../../common/without-wrong";
import { checkConnection, checkExistingPools } from "./check-existing";
import { checkExistingForms } from "./check-existing-forms";
import { checkExistingNamespaces } from "./check-existing-namespaces";
import { checkPlacement, checkWorkerClusters, workersOf } from "./check-worker-clusters";
import type { ExistingKubernetesProps, ExistingRayCluster, ExistingVolume } from "./existing-kubernetes-props";
import { EXISTING_KUBERNETES } from "./existing-kubernetes-table";
import { existingPlatform } from "./existing-platform";
import { existingPool } from "./existing-pools";
import { rdmaOf } from "./existing-rdma";
import { mountsOf, sharedVolumesOf } from "./existing-volumes";
import { checkExistingSlurm } from "./slurm/check-existing-slurm";
import { defineExistingSlurm, poolsOfSlurm, type SlurmOnKubernetes } from "./slurm/define-existing-slurm";

/** What runs on an existing cluster, with every default and derived value. */
export interface ExistingDefinition {
  readonly row: KubernetesPlatform;
  /** What the cluster has before anything is installed. */
  readonly software: PlatformSoftware;
  readonly platform: Platform;
  /** Every pool, those of Slurm too. */
  readonly pools: readonly KubernetesPool[];
  readonly workloads: Workloads;
  /** Slurm on pools of its own; null without. */
  readonly slurm: SlurmOnKubernetes | null;
  readonly text: ChartText;
  readonly name: string;
  /** How pods use the fabric; null where they use none. */
  readonly rdma: PlatformRdma | null;
  readonly region: string | null;
  readonly volumes: readonly ExistingVolume[];
  /** Whether other clusters run what its queues admit. */
  readonly isManager: boolean;
  readonly workload: Workload | null;
  readonly ownership: Ownership | null;
}

/** What is unknown is taken to be there: a second driver or device plugin breaks nodes that have one, a missing one is seen at once. */
const UNKNOWN_SOFTWARE: PlatformSoftware = {
  driver: true,
  toolkit: true,
  devicePlugin: true,
  kueue: null,
  monitoring: null,
};

const PROPS: ClusterProps = {
  teams: "teams",
  systemNodes: "systemNodes.nodes",
  mostSystemNodes: "systemNodes.nodes",
  systemNode: "systemNodes.vcpus",
};

/** Service account of Ray pods. */
const SERVICE_ACCOUNT = "ray";

/**
 * What an existing cluster gets.
 * @throws WarpformError with all problems at once
 */
export function defineExisting(props: ExistingKubernetesProps, path: string): ExistingDefinition {
  const where = `ExistingKubernetes "${path}"`;
  const name = path.split("/").at(-1)!;
  const noted = notedProps(where, EXISTING_KUBERNETES, props, isToken);
  const problems = Problems.after(noted.problems);
  const row = findKubernetesPlatform(props.platform);
  if (noted.readable !== undefined) {
    const found = new Problems();
    checkTogether(found, noted.readable, row, name);
    problems.addOfStandIns(found);
  } else checkTogether(problems, props, row, name);
  if (problems.any && row !== undefined)
    addOfRest(problems, props, RESTED_ON, (rest) => defined(where, new Problems(), rest, row, name));
  problems.throwIfAny(where);
  return defined(where, problems, props, row!, name);
}

/** Props that workloads refer to. */
const RESTED_ON: readonly string[] = [
  "platform",
  "pools",
  "systemNodes",
  "teams",
  "volumes",
] satisfies readonly (keyof ExistingKubernetesProps)[];

/** Checks what goes together; of an unknown platform only what does not depend on it. */
function checkTogether(
  problems: Problems,
  props: ExistingKubernetesProps,
  row: KubernetesPlatform | undefined,
  clusterName: string,
): void {
  const { workload } = props;
  checkConnection(problems, props);
  if (workload !== undefined) problems.attempt(() => checkWorkload(workload));
  if (row !== undefined) checkExistingPools(problems, props, row, rdmaOf(props, row));
  checkExistingForms(problems, props);
  checkExistingNamespaces(problems, props, namespacesOf(props));
  checkWorkerClusters(problems, props, namespacesByTeam(props));
  if (row === undefined) return;
  checkExistingSlurm(problems, props, {
    clusterName,
    platform: row.title,
    internalIsKnown: row.internalLoadBalancer !== null,
    namespaces: namespacesOf(props),
  });
}

function defined(
  where: string,
  problems: Problems,
  props: ExistingKubernetesProps,
  row: KubernetesPlatform,
  name: string,
): ExistingDefinition {
  const rdma = rdmaOf(props, row);
  const platform = existingPlatform(row, rdma, props.systemNodes.labels ?? {});
  const pools = new Map(props.pools.map((pool) => [pool.name, existingPool(pool, platform)]));
  checkPools(problems, { pools: [...pools.values()], nodeImage: "al2023", existing: true });
  const software = { ...(row.software ?? UNKNOWN_SOFTWARE), ...props.software };
  const text = new ChartText();
  const workloads = text.deep(workloadsOf(props, row, platform, pools, software));
  checkRunning(problems, workloads);
  checkPlacement(problems, props.workerClusters, workloads.queues);
  problems.throwIfAny(where);
  const slurm = text.deep(slurmOf(props, name, row, platform, pools));
  const { region = null, workload = null, ownership = null, volumes = [] } = props;
  return {
    ...{ row, software, platform, workloads, slurm, text, name, rdma, region, volumes, workload, ownership },
    pools: [...pools.values()],
    isManager: props.workerClusters !== undefined,
  };
}

/** Checks what runs; `queues` of the charts are the prop `teams` here. */
function checkRunning(problems: Problems, workloads: Workloads): void {
  const found = new Problems();
  checkWorkloads(found, workloads);
  for (const problem of found.all) {
    const ofQueues = problem.path.startsWith("queues.");
    const { code, path, message } = ofQueues ? movedTo(problem.path.slice("queues.".length), problem) : problem;
    problems.add(code, path, message);
  }
}

const namespacesByTeam = ({ teams = [] }: ExistingKubernetesProps) =>
  new Map(teams.map((team) => [team.name, teamNamespace(team)]));

/** Namespaces of Ray clusters and teams. */
const namespacesOf = ({ rayClusters = [], teams = [] }: ExistingKubernetesProps) => [
  ...rayClusters.map((cluster) => workloadNamespace(teams, cluster)),
  ...teams.map(teamNamespace),
];

function slurmOf(
  props: ExistingKubernetesProps,
  clusterName: string,
  row: KubernetesPlatform,
  { systemNodes }: Platform,
  pools: ReadonlyMap<string, KubernetesPool>,
): SlurmOnKubernetes | null {
  if (props.slurm === undefined) return null;
  const volumes = sharedVolumesOf(props, row);
  const mounts = mountsOf(props, volumes);
  const { internalLoadBalancer } = row;
  const { existingNamespaces = [] } = props;
  return defineExistingSlurm(props.slurm, {
    ...{ clusterName, existingNamespaces, pools, volumes, mounts, systemNodes, internalLoadBalancer },
  });
}

function workloadsOf(
  props: ExistingKubernetesProps,
  row: KubernetesPlatform,
  platform: Platform,
  pools: ReadonlyMap<string, KubernetesPool>,
  software: PlatformSoftware,
): Workloads {
  const volumes = sharedVolumesOf(props, row);
  const mounts = mountsOf(props, volumes);
  const slurms = poolsOfSlurm(props.slurm);
  const shared = [...pools.values()].filter(({ pool }) => !slurms.includes(pool.name));
  const rayClusters = (props.rayClusters ?? []).map((cluster) => rayClusterOf(cluster, props, pools, mounts));
  const { vcpus, ...system } = props.systemNodes;
  const systemNodes: SystemNodes = { ...system, cpus: vcpus, instanceType: `${vcpus} vCPUs` };
  const room = systemRoomOfQueues(systemNodes, { rayClusters, fineTuning: [], serving: [] });
  return {
    platform,
    pools: shared,
    rayClusters,
    fineTuning: [],
    serving: [],
    triton: [],
    queues: props.teams
      ? {
          scheduler: "kueue",
          pools: shared,
          cohort: "all",
          systemCpus: room.cpus,
          systemMemoryGiB: room.memoryGiB,
          workers: workersOf(props),
          teams: props.teams.map((team) => ({ ...team, namespace: teamNamespace(team), weight: 1, borrowing: true })),
        }
      : null,
    volumes,
    alerts:
      software.monitoring === true
        ? {
            idleGpuMinutes: 30,
            queueHours: 4,
            namespace: MONITORING_NAMESPACE,
            fabric: platform.fabric.monitoring.alerts,
          }
        : null,
    stateStore: null,
    gateway: null,
    networkCidr: props.networkCidr ?? EXISTING_KUBERNETES.networkCidr.default,
    serviceAccount: SERVICE_ACCOUNT,
    existingNamespaces: props.existingNamespaces ?? [],
    systemNodes,
    props: PROPS,
  };
}

function rayClusterOf(
  of: ExistingRayCluster,
  { teams = [] }: ExistingKubernetesProps,
  pools: ReadonlyMap<string, KubernetesPool>,
  volumes: readonly PodVolume[],
): NamedRayCluster {
  const elastic = of.workers !== undefined && of.workers.min < of.workers.max;
  const autoscaling = of.queue === undefined || elastic;
  return {
    name: of.name,
    namespace: workloadNamespace(teams, of),
    queue: of.queue ?? null,
    priority: null,
    image: of.image,
    serviceAccount: SERVICE_ACCOUNT,
    env: Object.entries(of.env ?? {}).map(([name, value]) => ({ name, value })),
    pods: of.pods ?? null,
    volumes,
    rayVersion: of.rayVersion ?? DEFAULT_RAY_VERSION,
    workerGroups: of.pools.map((name) => {
      const pool = pools.get(name)!;
      const { perNode } = gpuResource(pool);
      const gpusPerPod = of.gpusPerPod ?? perNode;
      const most = of.workers?.max ?? pool.pool.nodes.max * Math.max(1, Math.floor(perNode / gpusPerPod));
      return {
        name,
        of: pool,
        gpusPerPod,
        minReplicas: of.workers?.min ?? (autoscaling ? 0 : most),
        maxReplicas: most,
      };
    }),
    autoscaling,
    idleMinutes: 5,
    gcsFaultTolerance: null,
    tls: false,
    gang: true,
    use: "training",
  };
}
