import { findInstanceType } from "../../../../catalog/instance-types";
import { isObject } from "../shown-terraform";
import { known, regionOf, type Section, section, sections } from "./config";
import { computesOf } from "./queues";
import { sharedStorageOf } from "./shared-storage";

/** Keys that are read, lists without their index. */
const READ: readonly RegExp[] = [
  /^Region$/,
  /^Imds\/ImdsSupport$/,
  /^Monitoring\/DetailedMonitoring$/,
  /^HeadNode\/InstanceType$/,
  /^LoginNodes\/Pools\/(Name|InstanceType|Count)$/,
  /^Scheduling\/Scheduler$/,
  /^Scheduling\/SlurmSettings\/(ScaledownIdletime|Database\/.*|ExternalSlurmdbd\/.*)$/,
  /^Scheduling\/SlurmQueues\/(Name|CapacityType|JobExclusiveAllocation)$/,
  /^Scheduling\/SlurmQueues\/CustomSlurmSettings\/(MaxTime|DefaultTime|PriorityTier)$/,
  /^Scheduling\/SlurmQueues\/(ComputeResources\/)?CapacityReservationTarget\/CapacityReservationId$/,
  /^Scheduling\/SlurmQueues\/(ComputeResources\/)?HealthChecks\/Gpu\/Enabled$/,
  /^Scheduling\/SlurmQueues\/(ComputeResources\/)?Networking\/PlacementGroup\//,
  /^Scheduling\/SlurmQueues\/ComputeSettings\/LocalStorage\/(RootVolume\/(Size|Encrypted)|EphemeralVolume\/MountDir)$/,
  /^Scheduling\/SlurmQueues\/ComputeResources\/(Name|InstanceType|Instances\/InstanceType|MinCount|MaxCount|DisableSimultaneousMultithreading|Efa\/Enabled)$/,
  /^SharedStorage\/(Name|MountDir|StorageType)$/,
  /^SharedStorage\/EfsSettings\/(Encrypted|FileSystemId|AccessPointId|ProvisionedThroughput|DeletionPolicy)$/,
  /^SharedStorage\/FsxLustreSettings\/(FileSystemId|StorageCapacity|DeploymentType|StorageType|PerUnitStorageThroughput|DataCompressionType|AutomaticBackupRetentionDays|ImportPath|ExportPath|DeletionPolicy|DataRepositoryAssociations\/.*)$/,
  /^SharedStorage\/Fsx(OpenZfs|Ontap)Settings\/VolumeId$/,
  /^DevSettings\/Timeouts\/ComputeNodeBootstrapTimeout$/,
];

function leaves(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.some(isObject) ? value.flatMap((one) => leaves(one, path)) : [path];
  if (!isObject(value) || Object.keys(value).length === 0) return path === "" ? [] : [path];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path === "" ? key : `${path}/${key}`));
}

const typesUnread = (config: Section): string[] =>
  computesOf(config)
    .filter(({ types: [type] }) => type === undefined || findInstanceType(type) === undefined)
    .map(({ name, types: [type] }) =>
      type === undefined ? `${name}: no instance type is given` : `${name}: the catalog has no ${type}`,
    );

/** What of a configuration is not read: keys, and what values stand for that the catalog does not have. */
export function unreadOf(config: Section): string[] {
  const keys = [...new Set(leaves(config, ""))].filter((path) => !READ.some((read) => read.test(path)));
  const types = typesUnread(config);
  const shared = new Set(sharedStorageOf(config).map(({ name }) => name));
  const volumes = sections(config, "SharedStorage").length > shared.size ? ["SharedStorage of other types"] : [];
  const region = regionOf(config) === null && known(config.Region) === null ? ["Region is not given"] : [];
  return [...region, ...types, ...volumes, ...keys];
}

/** Why a configuration has no node that is read: another scheduler, or instance types that are not known. */
export function whyNoNodes(config: Section): string {
  const { Scheduler: scheduler } = section(config, "Scheduling");
  if (scheduler !== "slurm")
    return `Scheduling/Scheduler is ${known(scheduler) ?? "not given"}, and only slurm is read`;
  const types = typesUnread(config);
  return types.length > 0 ? types.join(", ") : "Scheduling/SlurmQueues has no ComputeResources";
}
