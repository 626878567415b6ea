import { accelerator } from "../../../catalog/accelerators";
import type { CapacitySource, GpuSharing, NodePool } from "../../../model/model";
import { isKnown } from "../../common/terraform-text";
import type { Capacity } from "./capacity";
import type { GpuNodePool } from "./gpu-node-pool";
import { NvmeCache } from "./nvme-cache";
import type { PoolAdopter } from "./pool-adopter";
import { DEFAULT_ROOT_GIB } from "./pool-launch-templates";

/** Seconds from launch to a node that takes work: GPU nodes were seen at 4 to 7 minutes (aws/aws-parallelcluster#6842). */
const GPU_BOOT_SECONDS = 420;
const CPU_BOOT_SECONDS = 180;

/** A pool in the plain terms of the model. */
export function describePool(pool: GpuNodePool, adopter: PoolAdopter | undefined): NodePool {
  const type = pool.instanceType;
  return {
    name: pool.name,
    instanceType: type.name,
    nodes: pool.nodes,
    capacity: pool.capacity.map(describeSource),
    fabric: pool.fabric?.name ?? null,
    networkInterfaces: pool.networkInterfaces,
    securityGroups: pool.securityGroupIds.length,
    placement: pool.placement.kind,
    availabilityZone: pool.network.availabilityZone,
    image: adopter?.image ?? { family: `${pool.image.kind}-${pool.image.os}`, pinned: pool.image.kind === "pinned" },
    sharing: describeSharing(pool),
    nvmeCache: pool.nvmeCache ? { mountPath: pool.nvmeCache.mountPath, sizeGB: NvmeCache.sizeGB(type) } : null,
    mounts: pool.mounts.map(({ fileSystem, path, readOnly }) => ({ fileSystem, path, readOnly })),
    rootVolumeGiB: pool.props.rootVolumeGiB ?? DEFAULT_ROOT_GIB,
    encrypted: true,
    imdsV2Required: true,
    imdsHopLimit: pool.props.imdsHopLimit ?? 2,
    healthChecked: type.acceleratorCount > 0,
    labels: pool.props.labels ?? {},
    bootSeconds: type.acceleratorCount > 0 ? GPU_BOOT_SECONDS : CPU_BOOT_SECONDS,
    adoptedBy: adopter ? { kind: adopter.kind, name: adopter.name } : null,
  };
}

function describeSource(source: Capacity): CapacitySource {
  return {
    kind: source.kind,
    reservationId: isKnown(source.reservationId) ? source.reservationId : null,
    nodes: source.options.nodes ?? null,
    availabilityZone: source.options.availabilityZone ?? null,
    startsOn: source.options.startsOn ?? null,
    endsOn: source.options.endsOn ?? null,
  };
}

function describeSharing(pool: GpuNodePool): GpuSharing {
  const sharing = pool.props.gpuSharing;
  if (sharing === undefined) return { kind: "none" };
  if (sharing.kind !== "mig") return { kind: sharing.kind, replicas: sharing.replicas };
  const profile = accelerator(pool.instanceType.accelerator!).migProfiles.find(({ name }) => name === sharing.profile)!;
  return { kind: "mig", profile: profile.name, instancesPerGpu: profile.maxInstances };
}
