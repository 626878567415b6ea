import { checkUniqueNames } from "../shared/unique-names";
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
import { placed } from "../../common/placed";
import { describeAs } from "../shared/describe-as";
import { zonesOf } from "../shared/names";
import { importNetwork } from "./cluster-network-import";
import type { ClusterNetworkAttributes, ClusterNetworkProps } from "./cluster-network-props";
import { defineNetwork, describeNetwork, type NetworkDefinition } from "./define-network";
import { FlowLogs } from "./flow-logs";
import type { IClusterNetwork, SubnetUse } from "./i-cluster-network";
import { privateEndpoint, privateZone } from "./private-services";
import type { PrivateService } from "./private-zones";
import { DELEGATIONS, SubnetPlan } from "./subnet-plan";

/**
 * The network of a cluster: a virtual network with a private subnet for nodes, which reach the internet through a NAT gateway,
 * and a subnet per Lustre file system, which reaches Azure's services through it. Nothing in it has a public address.
 */
export class ClusterNetwork extends Construct implements IClusterNetwork {
  /** A virtual network that exists: parts are made in its subnet. */
  public static import(scope: Construct, id: string, attributes: ClusterNetworkAttributes): IClusterNetwork {
    return importNetwork(scope, id, attributes);
  }

  public readonly definition: NetworkDefinition;
  /** Undefined where an existing group was named. */
  public readonly resourceGroup?: ResourceGroup;
  public readonly virtualNetwork: VirtualNetwork;
  public readonly computeSubnet: Subnet;
  public readonly securityGroup: NetworkSecurityGroup;
  public readonly flowLogs?: FlowLogs;
  private readonly natGateway: NatGateway;
  private readonly plan: SubnetPlan;
  private readonly delegated = new Map<string, Subnet>();
  private readonly zoneIds: Partial<Record<PrivateService, string>> = {};

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
    this.natGateway = this.buildNatGateway();
    this.letOut("compute", this.computeSubnet);
    this.plan = new SubnetPlan(vnetCidr);
    for (const service of this.definition.privateEndpoints) {
      this.zoneIds[service] = privateZone(this, this, service).id;
    }
    if (props.flowLogs) this.flowLogs = new FlowLogs(this, "flow-logs", this, props.flowLogs);
    checkUniqueNames(this);
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

  public get virtualNetworkId(): string {
    return this.virtualNetwork.id;
  }

  public get vnetCidr(): string {
    return this.definition.vnetCidr;
  }

  public get computeSubnetId(): string {
    return this.computeSubnet.id;
  }

  public get computeSubnetCidr(): string {
    return this.definition.computeSubnetCidr;
  }

  public subnetFor(use: SubnetUse, given: string | undefined): string {
    if (given !== undefined) return given;
    const { kind, name } = use;
    if (kind === "lustre") return this.lustreSubnet(`lustre-${name}`, this.plan.lustre(use));
    const made = this.delegated.get(kind) ?? this.subnet(kind, this.plan.delegated(kind), DELEGATIONS[kind]);
    this.delegated.set(kind, made);
    return made.id;
  }

  public privateLink(scope: Construct, service: PrivateService, resourceId: string): boolean {
    const zoneId = this.zoneIds[service];
    if (zoneId !== undefined) privateEndpoint(scope, this, { service, resourceId, zoneId });
    return zoneId !== undefined;
  }

  private subnet(name: string, cidr: string, delegation?: (typeof DELEGATIONS)[keyof typeof DELEGATIONS]): Subnet {
    const subnet = new Subnet(this, name, {
      name,
      resourceGroupName: this.place.resourceGroupName,
      virtualNetworkName: this.virtualNetwork.name,
      addressPrefixes: [cidr],
      defaultOutboundAccessEnabled: false,
      serviceEndpoints: ["Microsoft.Storage", "Microsoft.KeyVault"],
      ...(delegation && { delegation: [{ name, serviceDelegation: delegation }] }),
    });
    new SubnetNetworkSecurityGroupAssociation(this, `${name}-security-group`, {
      subnetId: subnet.id,
      networkSecurityGroupId: this.securityGroup.id,
    });
    return subnet;
  }

  /** The file system's servers report to services of Azure. @see https://learn.microsoft.com/azure/azure-managed-lustre/amlfs-prerequisites */
  private lustreSubnet(name: string, cidr: string): string {
    const subnet = this.subnet(name, cidr);
    this.letOut(name, subnet);
    return subnet.id;
  }

  private buildNatGateway(): NatGateway {
    const zones = zonesOf(this.availabilityZone);
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
    return gateway;
  }

  private letOut(name: string, subnet: Subnet): void {
    new SubnetNatGatewayAssociation(this, `${name}-nat`, { subnetId: subnet.id, natGatewayId: this.natGateway.id });
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
