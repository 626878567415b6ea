import { PrivateDnsZone } from "@cdktf/provider-azurerm/lib/private-dns-zone";
import { PrivateDnsZoneVirtualNetworkLink } from "@cdktf/provider-azurerm/lib/private-dns-zone-virtual-network-link";
import { PrivateEndpoint } from "@cdktf/provider-azurerm/lib/private-endpoint";
import type { Construct } from "constructs";
import type { IClusterNetwork } from "./i-cluster-network";
import { PRIVATE_ZONES, type PrivateService } from "./private-zones";

/** A private zone whose names the network's machines find, and the link by which they do. */
export function linkedZone(scope: Construct, id: string, network: IClusterNetwork, name: string) {
  const { resourceGroupName, tags } = network.place;
  const zone = new PrivateDnsZone(scope, id, { resourceGroupName, tags, name });
  const link = new PrivateDnsZoneVirtualNetworkLink(scope, `${id}-link`, {
    resourceGroupName,
    tags,
    name: network.clusterName,
    privateDnsZoneName: zone.name,
    virtualNetworkId: network.virtualNetworkId,
    registrationEnabled: false,
  });
  return { zone, link };
}

/** The zone in which a service's endpoints have their names, linked to the network. */
export const privateZone = (scope: Construct, network: IClusterNetwork, service: PrivateService): PrivateDnsZone =>
  linkedZone(scope, `${service}-zone`, network, PRIVATE_ZONES[service]).zone;

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
