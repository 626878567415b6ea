import { PrivateDnsARecord } from "@cdktf/provider-azurerm/lib/private-dns-a-record";
import { PrivateDnsSrvRecord } from "@cdktf/provider-azurerm/lib/private-dns-srv-record";
import { PrivateDnsZone } from "@cdktf/provider-azurerm/lib/private-dns-zone";
import { PrivateDnsZoneVirtualNetworkLink } from "@cdktf/provider-azurerm/lib/private-dns-zone-virtual-network-link";
import { Construct } from "constructs";
import { SLURMCTLD_PORT } from "../../../slurm/definition/slurm-tables";
import type { IClusterNetwork } from "../network/i-cluster-network";

/** The private zone in which nodes find the head and one another; the head keeps the nodes' records. */
export class NameZone extends Construct {
  public readonly zone: PrivateDnsZone;
  public readonly link: PrivateDnsZoneVirtualNetworkLink;

  constructor(
    scope: Construct,
    id: string,
    private readonly network: IClusterNetwork,
    name: string,
  ) {
    super(scope, id);
    const { resourceGroupName, tags } = network.place;
    this.zone = new PrivateDnsZone(this, "Resource", { resourceGroupName, tags, name });
    this.link = new PrivateDnsZoneVirtualNetworkLink(this, "link", {
      resourceGroupName,
      tags,
      name: network.clusterName,
      privateDnsZoneName: this.zone.name,
      virtualNetworkId: network.virtualNetworkId,
      registrationEnabled: false,
    });
  }

  /** The address of a pool of login nodes. */
  public addLogin(id: string, hostName: string, address: string): void {
    const { resourceGroupName, tags } = this.network.place;
    const name = { resourceGroupName, tags, zoneName: this.zone.name, name: hostName };
    new PrivateDnsARecord(this, id, { ...name, ttl: 60, records: [address] });
  }

  /** The head's address, and where Slurm's commands find it. https://slurm.schedmd.com/configless_slurm.html */
  public addHead(hostName: string, address: string): void {
    const { resourceGroupName, tags } = this.network.place;
    const common = { resourceGroupName, tags, zoneName: this.zone.name };
    new PrivateDnsARecord(this, "head", { ...common, name: hostName, ttl: 60, records: [address] });
    new PrivateDnsSrvRecord(this, "service", {
      ...common,
      name: "_slurmctld._tcp",
      ttl: 300,
      record: [{ priority: 0, weight: 0, port: SLURMCTLD_PORT, target: `${hostName}.${this.zone.name}` }],
    });
  }
}
