import { PrivateDnsZone } from "@cdktf/provider-azurerm/lib/private-dns-zone";
import { PrivateDnsZoneVirtualNetworkLink } from "@cdktf/provider-azurerm/lib/private-dns-zone-virtual-network-link";
import { PrivateEndpoint } from "@cdktf/provider-azurerm/lib/private-endpoint";
import type { Construct } from "constructs";
import type { IClusterNetwork } from "./i-cluster-network";
import { PRIVATE_ZONES, type PrivateService } from "./private-zones";

/** The zone in which a service's endpoints have their names, linked to the network. */
export function privateZone(scope: Construct, network: IClusterNetwork, service: PrivateService): PrivateDnsZone {
  const { resourceGroupName, tags } = network.place;
  const zone = new PrivateDnsZone(scope, `${service}-zone`, { resourceGroupName, tags, name: PRIVATE_ZONES[service] });
  new PrivateDnsZoneVirtualNetworkLink(scope, `${service}-zone-link`, {
    resourceGroupName,
    tags,
    name: network.clusterName,
    privateDnsZoneName: zone.name,
    virtualNetworkId: network.virtualNetworkId,
    registrationEnabled: false,
  });
  return zone;
}

/** An address in the nodes' subnet for a resource, under the name that programs use. */
export function privateEndpoint(
  scope: Construct,
  network: IClusterNetwork,
  of: { readonly service: PrivateService; readonly resourceId: string; readonly zoneId: string },
): PrivateEndpoint {
  const { service, resourceId, zoneId } = of;
  const name = `${network.clusterName}-${scope.node.id}-${service}`;
  return new PrivateEndpoint(scope, `${service}-endpoint`, {
    ...network.place,
    name,
    subnetId: network.computeSubnetId,
    privateServiceConnection: {
      name,
      isManualConnection: false,
      privateConnectionResourceId: resourceId,
      subresourceNames: [service],
    },
    privateDnsZoneGroup: { name: service, privateDnsZoneIds: [zoneId] },
  });
}
