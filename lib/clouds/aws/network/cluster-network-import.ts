import { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import { Construct } from "constructs";
import { Problems } from "../../../errors";
import { ClaimedAddresses } from "../../common/claimed-addresses";
import { placed } from "../../common/placed";
import { describeAs } from "../shared/describe-as";
import { givenIn } from "../shared/given-resources";
import { clusterTags } from "../shared/names";
import { checkUniqueNames, namesTaken } from "../shared/unique-names";
import type { ClusterNetworkAttributes } from "./cluster-network-props";
import { EXISTING_NETWORK } from "./cluster-network-table";
import { defineImportedNetwork, describeNetwork, type NetworkDefinition } from "./define-network";
import type { IClusterNetwork } from "./i-cluster-network";
import { checkProviderRegion } from "./provider-region";

class ImportedNetwork extends Construct implements IClusterNetwork {
  public readonly definition: NetworkDefinition;
  public readonly privateZoneId: string;
  public readonly addresses: ClaimedAddresses;

  /** Block of the second subnet where nodes are in it. */
  private secondBlock?: string;

  constructor(
    scope: Construct,
    id: string,
    private readonly given: ClusterNetworkAttributes,
  ) {
    super(...placed({ name: "ClusterNetwork.import" }, scope, id));
    const stackId = this.node.scopes[1]?.node.id ?? id;
    this.definition = defineImportedNetwork(given, { path: this.node.path, stackId });
    checkProviderRegion(this);
    checkUniqueNames(this);
    this.addresses = new ClaimedAddresses(this, {
      subnet: "computeSubnetCidr",
      cidr: given.computeSubnetCidr,
      usable: this.definition.usableAddresses ?? undefined,
    });
    this.privateZoneId =
      given.privateZoneId ??
      new Route53Zone(this, "zone", {
        name: this.privateZoneName,
        vpc: [{ vpcId: given.vpcId }],
        // Nodes write records of their own (rendezvous, heads); they must not keep the zone from being destroyed.
        forceDestroy: true,
        tags: this.tagsFor("zone"),
      }).zoneId;
    describeAs(this, () => ({
      cloud: "aws",
      networks: [describeNetwork(this.definition, undefined, this.secondBlock)],
      given: givenIn(EXISTING_NETWORK, given, { vpcId: { expects: { cidr: given.vpcCidr } } }),
      names: namesTaken(this),
    }));
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

  public get vpcId(): string {
    return this.given.vpcId;
  }

  public get vpcCidr(): string {
    return this.definition.vpcCidr;
  }

  public get computeSubnetId(): string {
    return this.given.computeSubnetId;
  }

  public get privateZoneName(): string {
    return this.definition.privateZoneName;
  }

  public get egress(): "nat" | "endpoints-only" {
    return this.definition.egress;
  }

  public get tags(): Readonly<Record<string, string>> {
    return this.definition.tags;
  }

  public twoZoneSubnetIds(): string[] {
    const problems = new Problems();
    if (this.given.secondSubnetId === undefined) {
      problems.add(
        "required",
        "secondSubnetId",
        "secondSubnetId is required, since something in this cluster needs subnets in two zones; add a private subnet of another zone",
      );
    }
    problems.throwIfAny(`ClusterNetwork.import "${this.node.path}"`);
    return [this.computeSubnetId, this.given.secondSubnetId!];
  }

  public nodeSubnetIdsInTwoZones(): string[] {
    // its block was not given
    this.secondBlock = "";
    return this.twoZoneSubnetIds();
  }

  public reach(): void {}

  public tagsFor(name: string): Record<string, string> {
    return clusterTags(this.clusterName, `${this.clusterName}-${name}`, this.tags);
  }
}

/** See `ClusterNetwork.import`. */
export function importNetwork(scope: Construct, id: string, attributes: ClusterNetworkAttributes): IClusterNetwork {
  return new ImportedNetwork(scope, id, attributes);
}
