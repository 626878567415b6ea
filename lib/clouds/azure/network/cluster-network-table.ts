import { optional, type Table } from "../../../props/field";
import { list, map, part } from "../../../props/nested-fields";
import { oneOf, text, whole } from "../../../props/simple-fields";
import type { ClusterNetworkAttributes, ClusterNetworkProps, PrivateZoneIds } from "./cluster-network-props";
import { FLOW_LOG_DAYS, type FlowLogsProps } from "./flow-log-props";
import { PRIVATE_SERVICES } from "./private-zones";

export const VNET_CIDR = "10.0.0.0/16";

/** Name of a storage account. */
export const accountName = (example: string) =>
  text({ like: /^[a-z0-9]{3,24}$/, words: "3 to 24 lower-case letters and digits", example });

/** Name of a resource group. @see https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules#microsoftresources */
const resourceGroupName = (known = "") =>
  text({
    like: /^[\p{L}\p{N}_().-]{0,89}[\p{L}\p{N}_()-]$/u,
    words: "1 to 90 letters, digits, _, (, ), - and dots, without a dot at the end",
    example: "train",
    ...(known && { known }),
  });

/** Resource id of a subnet. */
export const subnetId = () =>
  text({
    like: /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Network\/virtualNetworks\/[^/]+\/subnets\/[^/]+$/i,
    words: "the resource id of a subnet",
    example: "/subscriptions/…/virtualNetworks/main/subnets/gpu",
  });

const zoneId = () =>
  text({
    like: /^\/subscriptions\/.+\/privateDnsZones\/[^/]+$/i,
    words: "the resource id of a private DNS zone",
    example: "/subscriptions/…/privateDnsZones/privatelink.blob.core.windows.net",
  });

const FLOW_LOGS = {
  accountName: accountName("trainflowlogs"),
  retentionDays: optional(whole({ min: 1, max: 365 }), FLOW_LOG_DAYS),
} satisfies Table<FlowLogsProps>;

/** What a ClusterNetwork takes. */
export const CLUSTER_NETWORK = {
  availabilityZone: text({ known: "the Region and the fabric follow from it", example: "eastus-1" }),
  clusterName: optional(text({ known: "names of resources are made of it" })),
  resourceGroupName: optional(resourceGroupName("resources are placed in it")),
  vnetCidr: optional(text({ known: "subnets are cut from it", example: VNET_CIDR }), VNET_CIDR),
  privateEndpoints: optional(list(oneOf(PRIVATE_SERVICES)), []),
  flowLogs: optional(part<FlowLogsProps>(FLOW_LOGS)),
  tags: optional(map(text()), {}),
} satisfies Table<ClusterNetworkProps>;

/** What ClusterNetwork.import takes. */
export const EXISTING_NETWORK = {
  availabilityZone: CLUSTER_NETWORK.availabilityZone,
  resourceGroupName: resourceGroupName(),
  virtualNetworkId: text({
    like: /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Network\/virtualNetworks\/[^/]+$/i,
    words: "the resource id of a virtual network",
    example: "/subscriptions/…/virtualNetworks/main",
  }),
  vnetCidr: optional(text({ example: "10.1.0.0/16" })),
  computeSubnetId: subnetId(),
  computeSubnetCidr: optional(text({ example: "10.1.0.0/22" })),
  privateDnsZoneIds: optional(
    part<PrivateZoneIds>({
      blob: optional(zoneId()),
      file: optional(zoneId()),
      vault: optional(zoneId()),
    }),
    {},
  ),
  clusterName: CLUSTER_NETWORK.clusterName,
  tags: CLUSTER_NETWORK.tags,
} satisfies Table<ClusterNetworkAttributes>;
