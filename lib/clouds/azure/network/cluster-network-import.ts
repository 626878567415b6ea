import { Construct } from "constructs";
import { WarpformError } from "../../../errors";
import { placed } from "../../common/placed";
import { describeAs } from "../shared/describe-as";
import { checkUniqueNames } from "../shared/unique-names";
import type { ClusterNetworkAttributes } from "./cluster-network-props";
import { defineImportedNetwork, describeNetwork, type ImportedNetworkDefinition } from "./define-network";
import type { IClusterNetwork, SubnetUse } from "./i-cluster-network";
import { privateEndpoint } from "./private-services";
import type { PrivateService } from "./private-zones";

class ImportedNetwork extends Construct implements IClusterNetwork {
  public readonly definition: ImportedNetworkDefinition;

  constructor(
    scope: Construct,
    id: string,
    private readonly given: ClusterNetworkAttributes,
  ) {
    super(...placed({ name: "ClusterNetwork.import" }, scope, id));
    const stackId = this.node.scopes[1]?.node.id ?? id;
    this.definition = defineImportedNetwork(given, { path: this.node.path, stackId });
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
    return { "warpform:cluster": this.clusterName, ...this.definition.tags };
  }

  public get place(): { resourceGroupName: string; location: string; tags: Record<string, string> } {
    return { resourceGroupName: this.given.resourceGroupName, location: this.region, tags: this.tags };
  }

  public get virtualNetworkId(): string {
    return this.given.virtualNetworkId;
  }

  public get vnetCidr(): string | undefined {
    return this.given.vnetCidr;
  }

  public get computeSubnetId(): string {
    return this.given.computeSubnetId;
  }

  public get computeSubnetCidr(): string | undefined {
    return this.given.computeSubnetCidr;
  }

  public subnetFor({ where, kind, prop = "subnetId" }: SubnetUse, given: string | undefined): string {
    if (given !== undefined) return given;
    const message = `${prop} is required in an imported network; give the id of a subnet that ${NEEDS[kind]}`;
    throw new WarpformError(where, [{ code: "required", path: prop, message }]);
  }

  public privateLink(scope: Construct, service: PrivateService, resourceId: string): boolean {
    const zoneId = this.given.privateDnsZoneIds?.[service];
    if (zoneId !== undefined) privateEndpoint(scope, this, { service, resourceId, zoneId });
    return zoneId !== undefined;
  }
}

const NEEDS = {
  lustre: "nothing else is in and from which Azure's services are reached",
  netapp: "is delegated to Microsoft.NetApp/volumes",
  mysql: "is delegated to Microsoft.DBforMySQL/flexibleServers",
};

/** See `ClusterNetwork.import`. */
export function importNetwork(scope: Construct, id: string, attributes: ClusterNetworkAttributes): IClusterNetwork {
  return new ImportedNetwork(scope, id, attributes);
}
