import "../shared/provider-there";

import { NatGateway } from "@cdktf/provider-azurerm/lib/nat-gateway";
import { NatGatewayPublicIpAssociation } from "@cdktf/provider-azurerm/lib/nat-gateway-public-ip-association";
import { NetworkSecurityGroup } from "@cdktf/provider-azurerm/lib/network-security-group";
import { PublicIp } from "@cdktf/provider-azurerm/lib/public-ip";
import { ResourceGroup } from "@cdktf/provider-azurerm/lib/resource-group";
import { Subnet } from "@cdktf/provider-azurerm/lib/subnet";
import { SubnetNatGatewayAssociation } from "@cdktf/provider-azurerm/lib/subnet-nat-gateway-association";
import { SubnetNetworkSecurityGroupAssociation } from "@cdktf/provider-azurerm/lib/subnet-network-security-group-association";
import { VirtualNetwork } from "@cdktf/provider-azurerm/lib/virtual-network";
import { Construct } from "constructs";
import { formatCidr, parseCidr, subBlock } from "../../../units/cidr";
import { placed } from "../../common/placed";
import { describeAs } from "../shared/described";
import { zoneNumber } from "../shared/names";
import type { ClusterNetworkProps } from "./cluster-network-props";
import { defineNetwork, describeNetwork, type NetworkDefinition } from "./define-network";

/** Prefix of a Lustre file system's own subnet: enough for 196 TiB. @see https://learn.microsoft.com/azure/azure-managed-lustre/amlfs-prerequisites */
const LUSTRE_PREFIX = 24;

/**
 * The network of a cluster: a virtual network with a private subnet for nodes, which reach the internet through a NAT gateway,
 * and a subnet per Lustre file system. Nothing in it has a public address.
 */
export class ClusterNetwork extends Construct {
  public readonly definition: NetworkDefinition;
  /** Undefined where an existing group was named. */
  public readonly resourceGroup?: ResourceGroup;
  public readonly virtualNetwork: VirtualNetwork;
  public readonly computeSubnet: Subnet;
  public readonly securityGroup: NetworkSecurityGroup;
  private lustreSubnets = 0;

  constructor(scope: Construct, id: string, props: ClusterNetworkProps) {
    super(...placed(new.target, scope, id));
    const stackId = this.node.scopes[1]?.node.id ?? id;
    this.definition = defineNetwork(props, { path: this.node.path, stackId });
    const { clusterName: name, region: location, vnetCidr, resourceGroupName } = this.definition;
    if (resourceGroupName === null) {
      this.resourceGroup = new ResourceGroup(this, "resource-group", { name, location, tags: this.tags });
    }
    const place = this.place;
    this.virtualNetwork = new VirtualNetwork(this, "Resource", { ...place, name, addressSpace: [vnetCidr] });
    this.securityGroup = new NetworkSecurityGroup(this, "security-group", {
      ...place,
      name: `${name}-nodes`,
      // the platform's own rules let the virtual network in and everything out
      securityRule: [{ ...DENY_INTERNET }],
    });
    this.computeSubnet = this.subnet("compute", this.definition.computeSubnetCidr);
    this.addWayOut(this.computeSubnet);
    describeAs(this, () => ({ cloud: "azure", networks: [describeNetwork(this.definition)] }));
  }

  public get clusterName(): string {
    return this.definition.clusterName;
  }

  public get region(): string {
    return this.definition.region;
  }

  public get availabilityZone(): string {
    return this.definition.availabilityZone;
  }

  public get tags(): Record<string, string> {
    return { "warpform:cluster": this.definition.clusterName, ...this.definition.tags };
  }

  /** Where resources of the cluster lie, as they take it. */
  public get place(): { resourceGroupName: string; location: string; tags: Record<string, string> } {
    const resourceGroupName = this.resourceGroup?.name ?? this.definition.resourceGroupName!;
    return { resourceGroupName, location: this.region, tags: this.tags };
  }

  /** A subnet of its own for a Lustre file system, from the second half of the network. */
  public lustreSubnet(name: string): Subnet {
    const half = subBlock(parseCidr(this.definition.vnetCidr)!, 1, 1);
    const block = subBlock(half, LUSTRE_PREFIX - half.prefix, this.lustreSubnets++);
    return this.subnet(`lustre-${name}`, formatCidr(block));
  }

  private subnet(name: string, cidr: string): Subnet {
    const subnet = new Subnet(this, name, {
      name,
      resourceGroupName: this.place.resourceGroupName,
      virtualNetworkName: this.virtualNetwork.name,
      addressPrefixes: [cidr],
      defaultOutboundAccessEnabled: false,
      serviceEndpoints: ["Microsoft.Storage", "Microsoft.KeyVault"],
    });
    new SubnetNetworkSecurityGroupAssociation(this, `${name}-security-group`, {
      subnetId: subnet.id,
      networkSecurityGroupId: this.securityGroup.id,
    });
    return subnet;
  }

  private addWayOut(subnet: Subnet): void {
    const zones = [zoneNumber(this.availabilityZone)];
    const [place, name] = [this.place, `${this.clusterName}-nat`];
    const address = new PublicIp(this, "nat-address", {
      ...place,
      name,
      allocationMethod: "Static",
      sku: "Standard",
      zones,
    });
    const gateway = new NatGateway(this, "nat", { ...place, name, skuName: "Standard", zones });
    new NatGatewayPublicIpAssociation(this, "nat-address-association", {
      natGatewayId: gateway.id,
      publicIpAddressId: address.id,
    });
    new SubnetNatGatewayAssociation(this, "compute-nat", { subnetId: subnet.id, natGatewayId: gateway.id });
  }
}

const DENY_INTERNET = {
  name: "deny-internet",
  description: "nothing from the internet, whatever other rules say later",
  priority: 4000,
  direction: "Inbound",
  access: "Deny",
  protocol: "*",
  sourceAddressPrefix: "Internet",
  sourcePortRange: "*",
  destinationAddressPrefix: "*",
  destinationPortRange: "*",
};
