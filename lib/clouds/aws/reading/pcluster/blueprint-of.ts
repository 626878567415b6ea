import { findInstanceType } from "../../../../catalog/instance-types";
import { GIB_PER_FSX_TIB } from "../../../../catalog/storage/lustre-capacity";
import type { NodePool, Scheduler } from "../../../../model/model";
import { DATABASE_HEAD_GIB } from "../../slurm/slurm-head-defaults";
import { clusterOfPcluster } from "./cluster";
import type { Section } from "./config";
import { ROOT_GIB } from "./queues";
import { sharedStorageOf } from "./shared-storage";
import { unreadOf } from "./unread";

type SlurmScheduler = Extract<Scheduler, { kind: "slurm" }>;

/** A blueprint made from a configuration, and what of the configuration it does not have. */
export interface ImportedBlueprint {
  readonly blueprint: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** Entries of shared storage that a blueprint creates alike; one that exists, or of another kind, is a note. */
function fileSystems(config: Section, notes: string[]): Record<string, object> {
  const made: Record<string, object> = {};
  const { fileSystems: read } = clusterOfPcluster("c", config);
  for (const { name, kind, path, existingId } of sharedStorageOf(config)) {
    const one = read.find((fileSystem) => fileSystem.name === name)!;
    if (existingId !== null || kind === "openzfs" || kind === "nfs") {
      notes.push(
        `SharedStorage ${name} at ${path}: ${existingId ?? kind} exists; mount it as kind: nfs, or create a new file system`,
      );
    } else if (kind === "efs") made[name] = { kind, ...(path === "/home" ? {} : { directory: path }) };
    else {
      const size = one.capacityGiB === null ? {} : { capacityTiB: one.capacityGiB / GIB_PER_FSX_TIB };
      const rate = one.throughputPerTiB === null ? {} : { throughputPerTiB: one.throughputPerTiB };
      const disks = one.storageType === "SSD" ? {} : { storageType: one.storageType };
      made[name] = { kind, ...size, deploymentType: one.deploymentType, ...disks, ...rate };
      for (const { bucket, path: at } of one.dataRepositories)
        notes.push(
          `SharedStorage ${name}: data repository s3://${bucket} at ${at}; declare it in buckets and dataRepositories`,
        );
    }
  }
  return made;
}

function poolText(pool: NodePool, mounts: readonly object[], notes: string[]): object {
  const { instanceType, nodes, rootVolumeGiB, name, placement } = pool;
  if (placement === "existing") notes.push(`pools.${name}: the placement group exists; set placementGroupName`);
  const capacity = pool.capacity.map(({ kind, reservationId, nodes: held }) => {
    if (kind === "on-demand" || kind === "spot") return { kind };
    if (reservationId === null)
      notes.push(`pools.${name}: the reservation is given by a resource group; set reservationId`);
    return { kind, ...(reservationId === null ? {} : { reservationId }), nodes: held };
  });
  const alternatives = pool.alternativeTypes === undefined ? {} : { alternativeTypes: pool.alternativeTypes };
  const root = rootVolumeGiB === ROOT_GIB ? {} : { rootVolumeGiB };
  return { instanceType, ...alternatives, nodes, capacity, ...root, mounts };
}

/**
 * The head's type, where a head can be of it: one without memory for the accounting database, which ParallelCluster's heads do
 * not have, is left to the default.
 */
function headType({ headInstanceType: name }: SlurmScheduler, notes: string[]): { readonly instanceType?: string } {
  const type = findInstanceType(name);
  if (type !== undefined && type.memoryGiB >= DATABASE_HEAD_GIB) return { instanceType: name };
  const why = type === undefined ? "is not in the catalog" : `has ${type.memoryGiB} GiB, too little for accounting`;
  notes.push(`HeadNode/InstanceType: ${name} ${why}; the default is used`);
  return {};
}

/** IAM takes 64 characters for the name of a role, which has the names of cluster and pool. */
const LONGEST_ROLE = 64;

/** The name as far as a role's has room for it next to the longest name of a pool. */
function fitting(name: string, pools: readonly NodePool[]): string {
  const longest = Math.max(0, ...pools.map((pool) => pool.name.length));
  return name.slice(0, Math.max(2, LONGEST_ROLE - 1 - longest)).replace(/-+$/, "");
}

/** The blueprint of a configuration, in an Availability Zone: a configuration has subnets instead, which do not tell theirs. */
export function blueprintOfPcluster(name: string, config: Section, availabilityZone: string): ImportedBlueprint {
  const cluster = clusterOfPcluster(name, config);
  const notes: string[] = [];
  const made = fileSystems(config, notes);
  const mounts = sharedStorageOf(config)
    .filter((one) => made[one.name] !== undefined)
    .map((one) => ({ fileSystem: one.name, path: one.path }));
  for (const { name: pool, fabric } of cluster.fabrics.length > 0 ? cluster.pools : [])
    if (fabric === null) notes.push(`pools.${pool}: EFA is off in the configuration; check fabric of the pool`);
  const pools = Object.fromEntries(cluster.pools.map((pool) => [pool.name, poolText(pool, mounts, notes)]));
  const [scheduler] = cluster.schedulers;
  const slurm = scheduler?.kind !== "slurm" ? undefined : scheduler;
  if (slurm !== undefined && slurm.loginNodes > 0)
    notes.push(`LoginNodes: ${slurm.loginNodes} login nodes; set slurm.loginNodes and how users reach them`);
  const partitions = slurm?.partitions.map(({ name: partition, pools: of, default: first, exclusive, ...limits }) => ({
    name: partition,
    pools: of,
    ...(first ? { default: true } : {}),
    ...(exclusive ? { exclusive } : {}),
    ...(limits.maxTimeMinutes === null ? {} : { maxTimeMinutes: limits.maxTimeMinutes }),
    ...(limits.defaultTimeMinutes === null ? {} : { defaultTimeMinutes: limits.defaultTimeMinutes }),
  }));
  return {
    blueprint: {
      apiVersion: "warpform/v1",
      name: fitting(name, cluster.pools),
      network: { availabilityZone },
      ...(cluster.fabrics.length > 0 ? { fabric: {} } : {}),
      ...(Object.keys(made).length > 0 ? { fileSystems: made } : {}),
      pools,
      ...(slurm === undefined
        ? {}
        : {
            slurm: { ...headType(slurm, notes), suspendMinutes: slurm.suspendMinutes, mounts, partitions },
          }),
    },
    notes: [...notes, ...unreadOf(config)],
  };
}
