import type {
  LaunchTemplateBlockDeviceMappingsEbs,
  LaunchTemplateConfig,
  LaunchTemplateNetworkInterfaces,
} from "@cdktf/provider-aws/lib/launch-template";
import { launchBlocks } from "../../../../model/aws/launch-values";
import type { Capacity } from "../capacity/capacity";
import type { NodesDefinition } from "../define-pool";

/** What a launch names that only the construct tree has. */
export interface LaunchResources {
  /** Placement group of the pool's own; undefined where it has none. */
  readonly placementGroupName: string | undefined;
  /** Subnet that the interfaces name; undefined where whoever launches names it, since EC2 refuses two. */
  readonly subnetId: string | undefined;
}

/** What the rows of `LAUNCH_FACTS` make of a template. */
type Facts = Partial<LaunchTemplateConfig> & { readonly rootVolume?: LaunchTemplateBlockDeviceMappingsEbs };

/** How nodes from a source are launched, the same for every adopter: what a launch template says of them. */
export function launchConfig(nodes: NodesDefinition, source: Capacity, resources: LaunchResources) {
  const { rootVolume, metadataOptions, ...facts }: Facts = launchBlocks(nodes, "template");
  return {
    instanceType: nodes.instanceType.name,
    updateDefaultVersion: true,
    metadataOptions: {
      httpEndpoint: "enabled",
      httpTokens: "required",
      ...metadataOptions,
      // a pool with a key that metadata cannot show is for nodes that read none
      ...(nodes.adopter?.readsTagsFromMetadata === false ? {} : { instanceMetadataTags: "enabled" }),
    },
    ...cpuOptions(nodes),
    ...facts,
    blockDeviceMappings: [
      {
        deviceName: nodes.rootDevice,
        ebs: {
          volumeType: "gp3",
          volumeSize: nodes.rootVolumeGiB,
          iops: nodes.rootVolumeIops,
          throughput: nodes.rootVolumeMBps,
          encrypted: "true",
          ...rootVolume,
          kmsKeyId: nodes.volumeKmsKeyArn ?? undefined,
          deleteOnTermination: "true",
        },
      },
    ],
    networkInterfaces: interfaces(nodes, resources.subnetId),
    ...market(source),
    ...placement(nodes, source, resources.placementGroupName),
    tagSpecifications: ["instance", "volume", "network-interface"].map((resourceType) => ({
      resourceType,
      tags: nodes.tags,
    })),
    tags: nodes.tags,
  } satisfies LaunchTemplateConfig;
}

/** All cores with fewer threads. EC2 takes both figures or neither; without them a type runs all of its threads. */
function cpuOptions({ instanceType: { cpu, vcpus }, threadsPerCore }: NodesDefinition): Partial<LaunchTemplateConfig> {
  if (threadsPerCore === cpu.threadsPerCore) return {};
  return { cpuOptions: { coreCount: vcpus / cpu.threadsPerCore, threadsPerCore } };
}

/** The interfaces; none is public, since EC2 refuses that on an instance with several. */
function interfaces(nodes: NodesDefinition, subnetId: string | undefined): LaunchTemplateNetworkInterfaces[] {
  return nodes.networkInterfaces.map((card) => ({
    ...card,
    associatePublicIpAddress: card.interfaceType === "efa-only" ? undefined : "false",
    deleteOnTermination: "true",
    securityGroups: [...nodes.securityGroupIds],
    subnetId,
    // "interface" is the API's default and reads as a change each time when written out.
    interfaceType: card.interfaceType === "interface" ? undefined : card.interfaceType,
  }));
}

function market({ reserved, reservationId, groupArn, kind }: Capacity): Partial<LaunchTemplateConfig> {
  if (!reserved) return {};
  return {
    capacityReservationSpecification: {
      capacityReservationTarget: groupArn
        ? { capacityReservationResourceGroupArn: groupArn }
        : { capacityReservationId: reservationId },
    },
    ...(kind === "block" ? { instanceMarketOptions: { marketType: "capacity-block" } } : {}),
  };
}

function placement(
  { placement: { kind, groupName } }: NodesDefinition,
  source: Capacity,
  ownGroup: string | undefined,
): Partial<LaunchTemplateConfig> {
  if (kind === "none" || source.kind === "block") return {};
  if (kind === "existing") return { placement: { groupName } };
  return source.reserved ? {} : { placement: { groupName: ownGroup } };
}
