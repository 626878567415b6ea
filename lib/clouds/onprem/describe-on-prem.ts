import type { Cluster, Fabric, FileSystem, NodePool, PoolFabric, Scheduler } from "../../model/model";
import { UNSIZED } from "../../model/unsized-file-system";
import { describeQueue } from "../../slurm/definition/slurm-queue";
import { alertNames } from "./monitoring/prometheus-files";
import { describePool } from "./pools/describe-pool";
import type { OnPremDefinition, OnPremFileSystem, OnPremPool } from "./shared/on-prem-definition";

/** Name of the one fabric in the model. */
const FABRIC = "fabric";

function describeFabric({ fabric }: OnPremDefinition): Fabric[] {
  if (fabric === null) return [];
  return [
    {
      name: FABRIC,
      kind: fabric.model.fabric === "infiniband" ? "infiniband" : "roce",
      availabilityZone: null,
      oversubscription: fabric.oversubscription,
      switches: {
        leaves: fabric.tree.switches.leaf,
        spines: fabric.tree.switches.spine,
        cores: fabric.tree.switches.core,
        nodesPerUnit: fabric.tree.props.nodesPerUnit,
        units: fabric.tree.units,
        leafSpineLinks: fabric.tree.links.leafSpine,
        spineCoreLinks: fabric.tree.links.spineCore,
        linkGbps: fabric.tree.linkGbps,
      },
    },
  ];
}

function describeFileSystem({ name, type, capacityTiB, throughputMBps }: OnPremFileSystem): FileSystem {
  return {
    ...UNSIZED,
    name,
    kind: type,
    capacityGiB: capacityTiB === null ? null : capacityTiB * 1024,
    throughputMBps,
    encrypted: true,
    deletionProtected: true,
    backupRetentionDays: 0,
    dataRepositories: [],
    availabilityZones: [],
    existing: true,
  };
}

/** All ports of the nodes, at the rate of the links that were planned. */
function poolFabricOf({ type }: OnPremPool, fabric: OnPremDefinition["fabric"]): PoolFabric | null {
  if (fabric === null) return null;
  return { name: FABRIC, devices: type.fabric.ports, gbpsEach: type.fabric.linkGbps, gpuDirect: null };
}

function describePools({ pools, fabric, fileSystems, slurm, name }: OnPremDefinition): NodePool[] {
  const more = {
    mounts: fileSystems.map((fs) => ({ fileSystem: fs.name, path: fs.mountPath, readOnly: false })),
    adoptedBy: slurm === null ? null : { kind: "slurm" as const, name },
  };
  return pools.map((pool) => {
    const used = pool.nodes.filter((node) => !node.spare);
    const spares = pool.nodes.length - used.length;
    return {
      ...describePool(pool, used, { ...more, fabric: poolFabricOf(pool, fabric) }),
      ...(spares > 0 ? { spares } : {}),
    };
  });
}

function describeScheduler({ slurm, name, services }: OnPremDefinition): Scheduler[] {
  if (slurm === null) return [];
  const spares = new Set(slurm.pools.map((pool) => pool.name).filter((pool) => pool.endsWith("-spares")));
  return [
    {
      kind: "slurm",
      name,
      version: slurm.version,
      headInstanceType: "",
      backupController: slurm.controllers.length > 1,
      autoRecovery: slurm.controllers.length > 1,
      stateProtected: true,
      accounting: slurm.accounting.kind,
      loginNodes: services.filter(({ role }) => role === "login").length,
      loginCidrs: [],
      suspendMinutes: slurm.suspendSeconds / 60,
      resumeTimeoutSeconds: slurm.resumeTimeoutSeconds,
      preemption: slurm.preemption,
      healthChecked: slurm.healthChecks,
      partitions: slurm.partitions.map((queue) => ({
        ...describeQueue(queue),
        pools: queue.pools.filter((pool) => !spares.has(pool)),
      })),
    },
  ];
}

/** The cluster in the plain terms of the model: what sizing and the design review read. */
export function describeOnPremCluster(definition: OnPremDefinition): Cluster {
  const { name, site, workload, ownership } = definition;
  return {
    name,
    cloud: "onprem",
    region: null,
    networks: [],
    fabrics: describeFabric(definition),
    fileSystems: definition.fileSystems.map(describeFileSystem),
    buckets: [],
    pools: describePools(definition),
    schedulers: describeScheduler(definition),
    // Alerts count where they are sent to somebody.
    monitoring: [
      {
        name: "prometheus",
        idleGpuMinutes: null,
        alarms: definition.alertmanagers.length > 0 ? alertNames() : [],
        monthlyBudgetUsd: null,
        dashboards: false,
      },
    ],
    workload,
    ...(ownership === null ? {} : { ownership: { pue: site.pue, ...ownership } }),
    site: {
      powerKilowatts: site.powerKilowatts,
      rackKilowatts: Math.min(site.rackKilowatts, site.rackCoolingKilowatts),
      pue: site.pue,
    },
  };
}
