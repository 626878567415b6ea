import type { FlowLogsProps } from "./flow-log-props";
import type { PrivateService } from "./private-zones";

export interface ClusterNetworkProps {
  /** Region and zone of nodes and file systems, `eastus-1`: GPUs that talk to one another must share it. In a Region without availability zones, the Region alone: `westus`. */
  readonly availabilityZone: string;
  /** Name of the cluster, prefix of resource names. @default - id of the stack */
  readonly clusterName?: string;
  /** Existing resource group for all resources of the network. @default - creates one, `<clusterName>` */
  readonly resourceGroupName?: string;
  /**
   * IPv4 CIDR block of the virtual network, /16 to /20, outside of 172.16.0.0/16, which the RDMA network uses. Changing it replaces the network.
   * @default 10.0.0.0/16
   * @see https://learn.microsoft.com/azure/virtual-machines/setup-infiniband
   */
  readonly vnetCidr?: string;
  /**
   * Services that the cluster's storage accounts and vaults are reached by at a private address (`blob`, `file`, `vault`), with private DNS;
   * their public addresses are then closed, except to Terraform, which writes Slurm's files.
   * @default - none: service endpoints of the nodes' subnet, which have no price
   * @see https://learn.microsoft.com/azure/private-link/private-endpoint-overview
   */
  readonly privateEndpoints?: readonly PrivateService[];
  /**
   * Logs the flows of the virtual network to a storage account.
   * @default - none
   * @see https://learn.microsoft.com/azure/network-watcher/vnet-flow-logs-overview
   */
  readonly flowLogs?: FlowLogsProps;
  /** Tags of all resources in the network. @default - none except warpform:cluster */
  readonly tags?: Readonly<Record<string, string>>;
}

/** Resource ids of private DNS zones by service. */
export interface PrivateZoneIds {
  /** Id of privatelink.blob.core.windows.net. @default - blobs have no private endpoint */
  readonly blob?: string;
  /** Id of privatelink.file.core.windows.net. @default - shares have no private endpoint */
  readonly file?: string;
  /** Id of privatelink.vaultcore.azure.net. @default - vaults have no private endpoint */
  readonly vault?: string;
}

/** Attributes of an existing virtual network. */
export interface ClusterNetworkAttributes {
  /** Region and zone of nodes and file systems, `eastus-1`; the Region alone where it has no availability zones, `westus`. */
  readonly availabilityZone: string;
  /** Existing resource group for what the cluster is made of; the network's own group may be another. */
  readonly resourceGroupName: string;
  /** Resource id of the virtual network, which must not overlap 172.16.0.0/16. */
  readonly virtualNetworkId: string;
  /** IPv4 CIDR block of the virtual network, which a KubeRayCluster keeps pods and Services out of. @default - unknown */
  readonly vnetCidr?: string;
  /**
   * Resource id of the private subnet for nodes and heads, with outbound internet access, which for a KubeRayCluster is by a NAT gateway. Without
   * private endpoints it needs the service endpoints Microsoft.Storage and Microsoft.KeyVault.
   */
  readonly computeSubnetId: string;
  /** CIDR block of that subnet, to check the number of addresses. @default - not checked */
  readonly computeSubnetCidr?: string;
  /**
   * Existing private DNS zones by service (`blob`, `file`, `vault`), linked to the virtual network; new resources get private endpoints in them.
   * @default - none: service endpoints
   */
  readonly privateDnsZoneIds?: PrivateZoneIds;
  /** Name of the cluster, prefix of resource names. @default - id of the stack */
  readonly clusterName?: string;
  /** Tags of what is made in the network. @default - none except warpform:cluster */
  readonly tags?: Readonly<Record<string, string>>;
}
