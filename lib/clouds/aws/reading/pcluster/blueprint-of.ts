import { findInstanceType } from "../../../../catalog/instance-types";
import { GIB_PER_FSX_TIB } from "../../../../catalog/storage/lustre-capacity";
import { LONGEST_CLUSTER_NAME } from "../../../../model/cluster-name";
import type { NodePool, Scheduler } from "../../../../model/model";
import { DATABASE_HEAD_GIB } from "../../../common/slurm/head-type";
import { clusterOfPcluster } from "./cluster";
import type { Section } from "./config";
import { alternatives, rootVolume } from "./pool-choices";
import { computesOf, reservationGroupOf } from "./queues";
import { sharedStorageOf } from "./shared-storage";
import { unreadOf } from "./unread";

/** Parts of the path of a directory that EFS makes. @see https://docs.aws.amazon.com/efs/latest/ug/API_RootDirectory.html */
const DEEPEST_DIRECTORY = 4;

type SlurmScheduler = Extract<Scheduler, { kind: "slurm" }>;

/** A blueprint made from a configuration, and what of the configuration it does not have. */
export interface ImportedBlueprint {
  readonly blueprint: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** The directory of a new EFS file system, which is at most four parts deep. */
const lastParts = (path: string): string => `/${path.split("/").filter(Boolean).slice(-DEEPEST_DIRECTORY).join("/")}`;

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
    } else if (kind === "efs") made[name] = { kind, ...(path === "/home" ? {} : { directory: lastParts(path) }) };
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

function poolText(pool: NodePool, config: Section, mounts: readonly object[], notes: string[]): object {
  const { instanceType, nodes, name, placement } = pool;
  if (placement === "existing") notes.push(`pools.${name}: the placement group exists; set placementGroupName`);
  const groupArn = computesOf(config)
    .map((one) => (one.name === name ? reservationGroupOf(one) : null))
    .find(Boolean);
  const capacity = pool.capacity.map(({ kind, reservationId, nodes: held }) => {
    if (kind === "on-demand" || kind === "spot") return { kind };
    if (kind === "reservation" && groupArn != null) return { kind: "reservation-group", groupArn };
    if (reservationId === null)
      notes.push(`pools.${name}: the reservation is given by a resource group; set reservationId`);
    return { kind, ...(reservationId === null ? {} : { reservationId }), nodes: held };
  });
  return { instanceType, ...alternatives(pool, notes), nodes, capacity, ...rootVolume(pool, notes), mounts };
}

/**
 * The head's type, where a head can be of it: one with accelerators, or without memory for the accounting database, which
 * ParallelCluster's heads do not have, is left to the default.
 */
function headType({ headInstanceType: name }: SlurmScheduler, notes: string[]): { readonly instanceType?: string } {
  const type = findInstanceType(name);
  const why =
    type === undefined
      ? "is not in the catalog"
      : type.acceleratorCount > 0
        ? "has accelerators that no job can use there"
        : type.memoryGiB < DATABASE_HEAD_GIB
          ? `has ${type.memoryGiB} GiB, too little for accounting`
          : null;
  if (why === null) return { instanceType: name };
  notes.push(`HeadNode/InstanceType: ${name} ${why}; the default is used`);
  return {};
}

/** Names of pools by their queue and compute resource; one that is too long is cut, and numbered. */
function shortNames(pools: readonly NodePool[], notes: string[]): ReadonlyMap<string, string> {
  return new Map(
    pools.map(({ name }, i) => {
      const end = `-${i + 1}`;
      const cut =
        name.length <= LONGEST_CLUSTER_NAME
          ? name
          : `${name.slice(0, LONGEST_CLUSTER_NAME - end.length).replace(/-+$/, "")}${end}`;
      if (cut !== name) notes.push(`pools.${cut}: the name of ${name} is cut to ${LONGEST_CLUSTER_NAME} characters`);
      return [name, cut] as const;
    }),
  );
}

/** IAM takes 64 characters for the name of a role, which has the names of cluster and pool. */
const LONGEST_ROLE = 64;

/** The name as far as a role's has room for it next to the longest name of a pool. */
function fitting(name: string, pools: readonly string[]): string {
  const longest = Math.max(0, ...pools.map((pool) => pool.length));
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
  const short = shortNames(cluster.pools, notes);
  const pools = Object.fromEntries(
    cluster.pools.map((pool) => [short.get(pool.name), poolText(pool, config, mounts, notes)]),
  );
  const [scheduler] = cluster.schedulers;
  const slurm = scheduler?.kind !== "slurm" ? undefined : scheduler;
  if (slurm !== undefined && slurm.loginNodes > 0)
    notes.push(`LoginNodes: ${slurm.loginNodes} login nodes; set slurm.loginNodes and how users reach them`);
  const partitions = slurm?.partitions.map(({ name: partition, pools: of, default: first, exclusive, ...limits }) => ({
    name: partition,
    pools: of.map((pool) => short.get(pool)),
    ...(first ? { default: true } : {}),
    ...(exclusive ? { exclusive } : {}),
    ...(limits.maxTimeMinutes === null ? {} : { maxTimeMinutes: limits.maxTimeMinutes }),
    ...(limits.defaultTimeMinutes === null ? {} : { defaultTimeMinutes: limits.defaultTimeMinutes }),
  }));
  return {
    blueprint: {
      apiVersion: "warpform/v1",
      name: fitting(name, Object.keys(pools)),
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
