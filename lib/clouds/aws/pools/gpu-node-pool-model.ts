import { saidFacts } from "../../../model/aws/launch-values";
import { efaCount } from "../../../model/aws/nic-layout";
import { poolFabric } from "../../../model/fabric-devices";
import type { CapacitySource, NodePool } from "../../../model/model";
import { describeSharing } from "../../common/pools/gpu-sharing-field";
import { isKnown } from "../../common/terraform-text";
import type { Capacity } from "./capacity/capacity";
import type { NodesDefinition } from "./define-pool";
import { NvmeCache } from "./nvme/nvme-cache";

/** A pool's nodes in the plain terms of the model. */
export function describePool(nodes: NodesDefinition): NodePool {
  const { adopter, instanceType: type } = nodes;
  return {
    name: nodes.name,
    instanceType: type.name,
    ...(nodes.alternativeTypes.length > 0 ? { alternativeTypes: nodes.alternativeTypes } : {}),
    nodes: nodes.nodes,
    capacity: nodes.capacity.map(describeSource),
    fabric:
      nodes.fabric === null ? null : poolFabric(nodes.fabric, type, { devices: efaCount(nodes.networkInterfaces) }),
    securityGroups: nodes.securityGroupIds.length,
    placement: nodes.placement.kind,
    availabilityZone: adopter?.spansZones ? null : nodes.availabilityZone,
    image: describeImage(nodes),
    sharing: describeSharing(nodes.gpuSharing, nodes.instanceType),
    nvmeCache: nodes.nvmePath === null ? null : { mountPath: nodes.nvmePath, sizeGB: NvmeCache.sizeGB(type) },
    mounts: nodes.mounts.map(({ fileSystem, path, readOnly }) => ({ fileSystem, path, readOnly })),
    rootVolumeGiB: nodes.rootVolumeGiB,
    rootVolumeIops: nodes.rootVolumeIops,
    rootVolumeMBps: nodes.rootVolumeMBps,
    ...(nodes.threadsPerCore < type.cpu.threadsPerCore ? { threadsPerCore: nodes.threadsPerCore } : {}),
    encrypted: true,
    aws: {
      networkInterfaces: nodes.networkInterfaces,
      imdsV2Required: true,
      ...saidFacts(nodes),
      imdsHopLimit: nodes.imdsHopLimit,
    },
    healthChecked: type.acceleratorCount > 0,
    labels: nodes.labels,
    ...(nodes.taints.length > 0 ? { taints: nodes.taints } : {}),
    bootSeconds: nodes.bootSeconds,
    adoptedBy: adopter && { kind: adopter.kind, name: adopter.name },
  };
}

function describeImage({ adopter, image }: NodesDefinition): NodePool["image"] {
  if (adopter?.ownNodes) return { family: adopter.ownNodes.imageFamily, pinned: adopter.ownNodes.imagePinned };
  return { family: `${image!.kind}-${image!.os}`, pinned: image!.kind === "pinned" };
}

function describeSource(source: Capacity): CapacitySource {
  const { usdPerHour, interruptionsPerHour } = source.options;
  return {
    kind: source.kind,
    reservationId: isKnown(source.reservationId) ? source.reservationId : null,
    nodes: source.options.nodes ?? null,
    availabilityZone: source.options.availabilityZone ?? null,
    startsOn: source.options.startsOn ?? null,
    endsOn: source.options.endsOn ?? null,
    ...(usdPerHour === undefined ? {} : { usdPerHour }),
    ...(interruptionsPerHour === undefined ? {} : { interruptionsPerHour }),
  };
}
