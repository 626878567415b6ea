import { findInstanceType } from "../../../../catalog/instance-types";
import type { InstanceType } from "../../../../catalog/types";
import { efaCount, networkInterfaces } from "../../../../model/aws/nic-layout";
import { bootSeconds } from "../../../../model/boot-seconds";
import { poolFabric } from "../../../../model/fabric-devices";
import type { CapacitySource, NodePool, SlurmPartition } from "../../../../model/model";
import { count, known, type Section, section, sections } from "./config";
import { partName } from "./part-name";
import { mountsOf } from "./shared-storage";

export const FABRIC = "efa";

/** What holds where a configuration says nothing. @see aws/aws-parallelcluster cli/src/pcluster (451cc53, read 2026-11-23) */
const MAX_COUNT = 10;
const EPHEMERAL_MOUNT = "/scratch";
/** Root volume in GiB where none is named: that of the AMI, of which ParallelCluster's own had 35. @see https://github.com/aws/aws-parallelcluster/commit/fbb995d4221b56b62cb8d7edd5ffa91ee643f002 */
export const ROOT_GIB = 35;
const NOTHING = { reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null };

/** One compute resource of a queue. */
export interface Compute {
  readonly queue: Section;
  readonly resource: Section;
  /** Name of its pool: `queue-resource`. */
  readonly name: string;
  readonly types: readonly string[];
}

/** The queues of the Slurm scheduler. */
export const queuesOf = (config: Section): readonly Section[] => sections(section(config, "Scheduling"), "SlurmQueues");

/** All compute resources, in order. */
export function computesOf(config: Section): Compute[] {
  return queuesOf(config).flatMap((queue) =>
    sections(queue, "ComputeResources").map((resource) => {
      const flexible = sections(resource, "Instances").map(({ InstanceType: type }) => type);
      const types = [resource.InstanceType, ...flexible].flatMap((type) => known(type) ?? []);
      return { queue, resource, name: partName(`${queue.Name}-${resource.Name}`), types };
    }),
  );
}

/** The value of a setting of a compute resource, or else of its queue. */
const inherited = (key: string, { resource, queue }: Compute): Section => ({
  ...section(queue, key),
  ...section(resource, key),
});

function capacityOf(compute: Compute, nodes: number): CapacitySource[] {
  const target = inherited("CapacityReservationTarget", compute);
  const reservationId = known(target.CapacityReservationId);
  const kind = compute.queue.CapacityType;
  if (kind === "CAPACITY_BLOCK") return [{ ...NOTHING, kind: "block", reservationId, nodes }];
  if (kind === "SPOT") return [{ ...NOTHING, kind: "spot" }];
  if (Object.keys(target).length > 0) return [{ ...NOTHING, kind: "reservation", reservationId, nodes }];
  return [{ ...NOTHING, kind: "on-demand" }];
}

/** The resource group of reservations that a compute resource draws from; null without one. */
export const reservationGroupOf = (compute: Compute): string | null =>
  compute.queue.CapacityType === "CAPACITY_BLOCK"
    ? null
    : known(inherited("CapacityReservationTarget", compute).CapacityReservationResourceGroupArn);

const hasEfa = ({ resource }: Compute): boolean => section(resource, "Efa").Enabled === true;

function placementOf(compute: Compute): NodePool["placement"] {
  const networking = section(compute.queue, "Networking");
  const group = {
    ...section(networking, "PlacementGroup"),
    ...section(section(compute.resource, "Networking"), "PlacementGroup"),
  };
  if (group.Enabled === false) return "none";
  if (group.Id !== undefined || group.Name !== undefined) return "existing";
  return group.Enabled === true ? "cluster" : "none";
}

function poolOf(compute: Compute, type: InstanceType, config: Section): NodePool {
  const { resource, queue, types, name } = compute;
  const min = count(resource.MinCount) ?? 0;
  const max = Math.max(1, min, count(resource.MaxCount) ?? MAX_COUNT);
  const storage = section(section(queue, "ComputeSettings"), "LocalStorage");
  const root = section(storage, "RootVolume");
  // ParallelCluster puts an EFA interface on every card of a type that has several.
  const interfaces = networkInterfaces(type, "legacy-all-efa", hasEfa(compute));
  const health = section({ ...section(queue, "HealthChecks"), ...section(resource, "HealthChecks") }, "Gpu");
  return {
    name,
    instanceType: type.name,
    ...(types.length > 1 ? { alternativeTypes: types.slice(1) } : {}),
    nodes: { min, max },
    capacity: capacityOf(compute, max),
    fabric: efaCount(interfaces) > 0 ? poolFabric(FABRIC, type, { devices: efaCount(interfaces) }) : null,
    placement: placementOf(compute),
    availabilityZone: null,
    image: { family: "unknown", pinned: true },
    sharing: { kind: "none" },
    nvmeCache: type.localNvme
      ? {
          mountPath: known(section(storage, "EphemeralVolume").MountDir) ?? EPHEMERAL_MOUNT,
          sizeGB: type.localNvme.count * type.localNvme.sizeGB,
        }
      : null,
    mounts: mountsOf(config),
    rootVolumeGiB: count(root.Size) ?? ROOT_GIB,
    ...(resource.DisableSimultaneousMultithreading === true && type.cpu.threadsPerCore > 1
      ? { threadsPerCore: 1 }
      : {}),
    encrypted: root.Encrypted !== false,
    aws: {
      networkInterfaces: interfaces,
      imdsV2Required: section(config, "Imds").ImdsSupport !== "v1.0",
      imdsHopLimit: 1,
      detailedMonitoring: section(config, "Monitoring").DetailedMonitoring === true,
    },
    healthChecked: health.Enabled === true,
    labels: {},
    bootSeconds: bootSeconds(type),
    adoptedBy: { kind: "slurm", name: "slurm" },
  };
}

/** Pools of the compute resources whose instance type is in the catalog. */
export function poolsOf(config: Section): NodePool[] {
  return computesOf(config).flatMap((compute) => {
    const type = compute.types[0] === undefined ? undefined : findInstanceType(compute.types[0]);
    return type === undefined ? [] : [poolOf(compute, type, config)];
  });
}

/** A limit of slurm.conf in minutes: `90`, `12:00:00`, `3-12`; null for none, and for one that is not read. */
export function minutesOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  const [, days, rest = ""] = /^(?:(\d+)-)?([\d:]+)$/.exec(String(value ?? "")) ?? [];
  const parts = rest.split(":").map(Number);
  if (rest === "" || parts.some((part) => !Number.isInteger(part))) return null;
  // With days: hours:minutes:seconds; without: minutes, minutes:seconds or hours:minutes:seconds.
  const [hours, minutes] =
    days !== undefined ? [parts[0]!, parts[1] ?? 0] : parts.length === 3 ? [parts[0]!, parts[1]!] : [0, parts[0]!];
  return Number(days ?? 0) * 1440 + hours * 60 + minutes;
}

/** Slurm partitions: one per queue, the first is the default. */
export function partitionsOf(config: Section, pools: readonly NodePool[]): SlurmPartition[] {
  const there = new Set(pools.map(({ name }) => name));
  return queuesOf(config).flatMap((queue, i): SlurmPartition[] => {
    const own = computesOf(config).filter((compute) => compute.queue === queue && there.has(compute.name));
    const settings = section(queue, "CustomSlurmSettings");
    if (own.length === 0) return [];
    return [
      {
        name: partName(String(queue.Name)),
        pools: own.map(({ name }) => name),
        default: i === 0,
        exclusive: queue.JobExclusiveAllocation === true,
        priorityTier: count(settings.PriorityTier) ?? 1,
        defaultTimeMinutes: minutesOf(settings.DefaultTime),
        maxTimeMinutes: minutesOf(settings.MaxTime),
        preemptMode: "off",
      },
    ];
  });
}
