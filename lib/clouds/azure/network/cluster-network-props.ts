export interface ClusterNetworkProps {
  /** Region and zone of nodes and file systems, `eastus-1`: GPUs that talk to one another must share it. */
  readonly availabilityZone: string;
  /** Name of the cluster, prefix of resource names. @default - id of the stack */
  readonly clusterName?: string;
  /** Existing resource group for all resources of the network. @default - creates one, `<clusterName>` */
  readonly resourceGroupName?: string;
  /**
   * Address block of the virtual network, /16 to /20, outside of 172.16.0.0/16, which the RDMA network uses. Changing it replaces the network.
   * @default 10.0.0.0/16
   * @see https://learn.microsoft.com/azure/virtual-machines/setup-infiniband
   */
  readonly vnetCidr?: string;
  /** Tags of all resources in the network. @default - none except warpform:cluster */
  readonly tags?: Readonly<Record<string, string>>;
}
