import { Capacity } from "../aws/capacity";
import type { GpuNodePoolProps } from "../aws/gpu-node-pool-props";
import { GpuSharing } from "../aws/gpu-sharing";
import type { IClusterNetwork } from "../aws/i-cluster-network";
import { Image } from "../aws/image";
import type { InfiniBandFabric } from "../aws/infiniband-fabric";
import { NvmeCache } from "../aws/nvme-cache";
import { Placement } from "../aws/placement";
import { findInstanceType } from "../catalog/instance-types";
import { WarpformError } from "../errors";
import type { Builder } from "./build";
import { buildMounts, type FileSystems } from "./build-storage";
import type { Blueprint } from "./schema";

type PoolBlueprint = Blueprint["pools"][string];
type CapacityBlueprint = NonNullable<PoolBlueprint["capacity"]>[number];

interface Surroundings {
  readonly network: IClusterNetwork;
  readonly fabric: InfiniBandFabric | undefined;
  readonly fileSystems: FileSystems;
}

/** Props of a GpuNodePool from its part of a blueprint. */
export function poolProps(
  builder: Builder,
  name: string,
  pool: PoolBlueprint,
  { network, fabric, fileSystems }: Surroundings,
): GpuNodePoolProps {
  const mounts = buildMounts(builder, ["pools", name], pool.mounts, fileSystems);
  return {
    network,
    fabric,
    instanceType: pool.instanceType,
    nodes: pool.nodes,
    capacity: pool.capacity?.map(capacityOf),
    placement: placementOf(pool),
    image: imageOf(pool),
    nvmeCache:
      pool.nvmeCachePath === undefined
        ? undefined
        : builder.part(["pools", name, "nvmeCachePath"], () => new NvmeCache({ mountPath: pool.nvmeCachePath })),
    mounts,
    gpuSharing: builder.part(["pools", name], () => sharingOf(name, pool)),
    rootVolumeGiB: pool.rootVolumeGiB,
    labels: pool.labels,
    permissionsBoundaryArn: pool.permissionsBoundaryArn,
  };
}

function capacityOf(source: CapacityBlueprint): Capacity {
  switch (source.kind) {
    case "block":
      return Capacity.block(source.reservationId, {
        nodes: source.nodes,
        startsOn: source.startsOn,
        endsOn: source.endsOn,
      });
    case "reservation":
      return Capacity.reservation(source.reservationId, { nodes: source.nodes });
    case "spot":
      return Capacity.spot({ nodes: source.nodes });
    case "on-demand":
      return Capacity.onDemand({ nodes: source.nodes });
  }
}

function placementOf({ placement, placementGroupName }: PoolBlueprint): Placement | undefined {
  if (placementGroupName !== undefined) return Placement.existing(placementGroupName);
  if (placement === undefined) return undefined;
  return placement === "cluster" ? Placement.cluster() : Placement.none();
}

function imageOf({ image, instanceType }: PoolBlueprint): Image | undefined {
  if (image === undefined) return undefined;
  const os = image.os ?? "ubuntu-24.04";
  if (image.amiId !== undefined) return Image.id(image.amiId, os);
  return (findInstanceType(instanceType)?.acceleratorCount ?? 0) > 0 ? Image.dlami(os) : Image.plain(os);
}

function sharingOf(
  name: string,
  { migProfile, mpsReplicas, timeSlicingReplicas }: PoolBlueprint,
): GpuSharing | undefined {
  const given = Object.entries({ migProfile, mpsReplicas, timeSlicingReplicas }).filter(([, v]) => v !== undefined);
  if (given.length > 1) {
    const message = `${given.map(([prop]) => prop).join(" and ")} can't both hold: a GPU is shared in one way; keep ${given[0]![0]} alone`;
    throw new WarpformError(`pool "${name}"`, [{ code: "conflict", path: given[1]![0], message }]);
  }
  if (migProfile !== undefined) return GpuSharing.mig(migProfile);
  if (mpsReplicas !== undefined) return GpuSharing.mps(mpsReplicas);
  return timeSlicingReplicas === undefined ? undefined : GpuSharing.timeSlicing(timeSlicingReplicas);
}
