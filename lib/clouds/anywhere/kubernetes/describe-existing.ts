import { alertGroups } from "../../../kubernetes/monitoring/alert-rules";
import { requestedHugePages, workerResources } from "../../../kubernetes/ray/worker-resources";
import type { Cluster, FileSystem, Monitoring, NodePool, OwnedNodes, Scheduler } from "../../../model/model";
import { UNSIZED } from "../../../model/unsized-file-system";
import { designOf } from "../../../review/design";
import { type Review, reviewDesign } from "../../../review/review";
import { rules } from "../../../review/rules/list";
import type { Suppression } from "../../../review/suppression";
import type { ExistingDefinition } from "./define-existing";
import { VOLUME } from "./existing-kubernetes-table";
import { EXISTING_FABRIC } from "./existing-pools";
import { existingWords } from "./existing-words";
import { describeExistingSlurm, slurmName } from "./slurm/describe-existing-slurm";

function describeVolumes({ volumes }: ExistingDefinition): FileSystem[] {
  return volumes.map(({ name, nfs, type, capacityGiB, throughputMBps }) => ({
    ...UNSIZED,
    name,
    kind: type ?? VOLUME.type.default,
    capacityGiB: nfs === undefined ? (capacityGiB ?? VOLUME.capacityGiB.default) : null,
    throughputMBps: throughputMBps ?? null,
    encrypted: true,
    deletionProtected: true,
    backupRetentionDays: 0,
    dataRepositories: [],
    availabilityZones: [],
    existing: nfs !== undefined,
  }));
}

function describeScheduler({ name, row, workloads }: ExistingDefinition): Scheduler {
  const { rayClusters, queues, systemNodes } = workloads;
  return {
    kind: "kubernetes",
    name,
    version: "",
    publicEndpoint: false,
    publicEndpointCidrs: [],
    secretsEncrypted: true,
    provisioner: "managed",
    queueing: queues ? "kueue" : "none",
    gcsFaultTolerance: false,
    workerGroups: rayClusters.flatMap((cluster) =>
      cluster.workerGroups.map(({ name: group, of, gpusPerPod, maxReplicas }) => {
        const worker = workerResources(of, gpusPerPod, cluster.env, cluster.pods);
        return {
          name: `${cluster.name}-${group}`,
          pool: of.pool.name,
          gpusPerPod,
          rdmaDevicesPerPod: worker.fabricDevices,
          hugePages2MiB: requestedHugePages(worker),
          hosts: maxReplicas,
          independent: true,
        };
      }),
    ),
    ...(row.cloud === "onprem" || systemNodes === undefined
      ? {}
      : { systemNodes: { instanceType: systemNodes.instanceType, nodes: systemNodes.nodes, rootVolumeGiB: 0 } }),
    stateStore: null,
    podLogs: false,
    loadBalancers: 0,
    serving: [],
    fineTuning: [],
  };
}

function describeMonitoring({ name, workloads: { alerts } }: ExistingDefinition): Monitoring[] {
  if (!alerts) return [];
  const alarms = alertGroups(alerts).flatMap(({ rules }) => rules.map(({ alert }) => alert));
  return [
    {
      name: `${name}-prometheus`,
      idleGpuMinutes: alerts.idleGpuMinutes,
      alarms,
      monthlyBudgetUsd: null,
      dashboards: true,
    },
  ];
}

/** Nodes of one's own, which DNS knows. */
function ownedNodes({ name, nodes }: NodePool): OwnedNodes {
  return { prefix: `${name}-`, width: 0, first: 1, last: nodes.max, address: null };
}

/** The review of an existing cluster, in the words of its construct. */
export function reviewExisting(cluster: Cluster, suppressions: readonly Suppression[] = []): Review {
  return reviewDesign(designOf(cluster), suppressions, rules, existingWords);
}

/** The cluster in the plain terms of the model: what sizing and the design review read. */
export function describeExisting(definition: ExistingDefinition): Cluster {
  const { name, row, region, slurm, workload, ownership, volumes, isManager } = definition;
  // a manager's nodes are those of its workers, which are described there
  const pools = isManager ? [] : definition.pools;
  const rdma = isManager ? null : definition.rdma;
  const slurms = new Set(slurm?.nodeSets.map(({ of }) => of.pool.name));
  const own = row.cloud === "onprem";
  const mounts = volumes.map((volume) => ({ fileSystem: volume.name, path: volume.path, readOnly: false }));
  return {
    name,
    cloud: row.cloud,
    region,
    networks: [],
    fabrics:
      rdma === null
        ? []
        : [
            {
              name: EXISTING_FABRIC,
              kind: rdma.kind,
              availabilityZone: null,
            },
          ],
    fileSystems: describeVolumes(definition),
    buckets: [],
    pools: pools.map(({ pool }) => ({
      ...pool,
      mounts,
      // pods of Slurm are on nodes that are there: Slurm starts and ends none
      ...(slurms.has(pool.name)
        ? { bootSeconds: 0, healthChecked: false, adoptedBy: { kind: "slurm" as const, name: slurmName(name) } }
        : { adoptedBy: { kind: "kubernetes" as const, name } }),
      ...(own ? { capacity: [], owned: [ownedNodes(pool)] } : {}),
    })),
    schedulers: [describeScheduler(definition), ...(slurm === null ? [] : [describeExistingSlurm(name, slurm)])],
    monitoring: describeMonitoring(definition),
    workload,
    ...(ownership === null ? {} : { ownership }),
  };
}
