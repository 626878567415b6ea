import "../shared/provider-there";
import { DefaultSecurityGroup } from "@cdktf/provider-aws/lib/default-security-group";
import { Eip } from "@cdktf/provider-aws/lib/eip";
import { InternetGateway } from "@cdktf/provider-aws/lib/internet-gateway";
import { NatGateway } from "@cdktf/provider-aws/lib/nat-gateway";
import { Route } from "@cdktf/provider-aws/lib/route";
import { RouteTable } from "@cdktf/provider-aws/lib/route-table";
import { RouteTableAssociation } from "@cdktf/provider-aws/lib/route-table-association";
import { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { Vpc } from "@cdktf/provider-aws/lib/vpc";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { Lazy, type TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { formatCidr, parseCidr, subBlock } from "../../../units/cidr";
import { ClaimedAddresses } from "../../common/claimed-addresses";
import { placed } from "../../common/placed";
import { describeAs } from "../shared/describe-as";
import { givenIn } from "../shared/given-resources";
import { clusterTags } from "../shared/names";
import { checkUniqueNames, namesTaken } from "../shared/unique-names";
import { importNetwork } from "./cluster-network-import";
import type { ClusterNetworkAttributes, ClusterNetworkProps } from "./cluster-network-props";
import { CLUSTER_NETWORK } from "./cluster-network-table";
import { defineNetwork, describeNetwork, type NetworkDefinition } from "./define-network";
import { FlowLogs } from "./flow-logs";
import type { IClusterNetwork } from "./i-cluster-network";
import { InterfaceEndpoints } from "./interface-endpoints";
import { logsService } from "./logs-key";
import { checkProviderRegion } from "./provider-region";

/**
 * The network of a cluster: a VPC with one private subnet for compute nodes in one zone, a way out, DNS, an S3 gateway
 * endpoint so that dataset and checkpoint traffic costs nothing extra, flow logs and a private zone.
 *
 * Nodes have no public address: EC2 refuses one on a machine with several network interfaces, which every EFA machine has.
 */
export class ClusterNetwork extends Construct implements IClusterNetwork {
  /** An existing network. Nothing is created but, where asked, the private zone. */
  public static import(scope: Construct, id: string, attributes: ClusterNetworkAttributes): IClusterNetwork {
    return importNetwork(scope, id, attributes);
  }

  /** Every value of the network with where it comes from. */
  public readonly definition: NetworkDefinition;
  public readonly vpc: Vpc;
  public readonly computeSubnet: Subnet;
  public readonly privateRouteTable: RouteTable;
  public readonly publicSubnet?: Subnet;
  public readonly natGateway?: NatGateway;
  public readonly s3Endpoint: VpcEndpoint;
  public readonly privateZone: Route53Zone;
  public readonly addresses: ClaimedAddresses;
  private readonly endpoints = new InterfaceEndpoints(this);
  /** Whether the list of endpoints is the user's. */
  private readonly ownEndpoints: boolean;
  private internetGateway?: InternetGateway;
  private second?: Subnet;
  /** Routes of the second subnet where nodes are in it; else it shares those of the first. */
  private secondRoutes?: RouteTable;

  constructor(scope: Construct, id: string, props: ClusterNetworkProps) {
    super(...placed(new.target, scope, id));
    const stackId = this.node.scopes[1]?.node.id ?? id;
    this.definition = defineNetwork(props, { path: this.node.path, stackId });
    checkProviderRegion(this);
    checkUniqueNames(this);
    const { availabilityZone, egress, flowLogs } = this.definition;
    const computeSubnetCidr = this.definition.computeSubnetCidr!;
    this.vpc = this.buildVpc();
    this.privateRouteTable = new RouteTable(this, "private-routes", {
      vpcId: this.vpc.id,
      tags: this.tagsFor("private"),
    });
    this.computeSubnet = this.privateSubnet("compute", availabilityZone, computeSubnetCidr);
    const usable = this.definition.usableAddresses!;
    this.addresses = new ClaimedAddresses(this, { subnet: "computeSubnetCidr", cidr: computeSubnetCidr, usable });
    if (egress === "nat") {
      const { subnet, wayOut } = this.buildPublicSubnet();
      this.publicSubnet = subnet;
      this.natGateway = this.buildNat(subnet, wayOut);
    }
    this.s3Endpoint = this.buildS3Endpoint();
    this.endpoints.add(this.definition.interfaceEndpoints);
    this.ownEndpoints = props.interfaceEndpoints !== undefined;
    if (flowLogs) {
      const { flowLogsKmsKeyArn: kmsKeyArn, permissionsBoundaryArn } = props;
      new FlowLogs(this, "flow-logs", { network: this, kmsKeyArn, permissionsBoundaryArn });
    }
    this.privateZone = this.buildPrivateZone();
    describeAs(this, () => ({
      cloud: "aws",
      networks: [describeNetwork(this.definition, this.endpoints.services, this.secondBlock())],
      given: givenIn(CLUSTER_NETWORK, props, { flowLogsKmsKeyArn: { allows: [logsService(this.region)] } }),
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

  public get egress(): "nat" | "endpoints-only" {
    return this.definition.egress;
  }

  public get tags(): Readonly<Record<string, string>> {
    return this.definition.tags;
  }

  public get vpcId(): string {
    return this.vpc.id;
  }

  public get vpcCidr(): string {
    return this.definition.vpcCidr;
  }

  public get computeSubnetId(): string {
    return this.computeSubnet.id;
  }

  public get privateZoneId(): string {
    return this.privateZone.zoneId;
  }

  public get privateZoneName(): string {
    return this.definition.privateZoneName;
  }

  /** Ids of two private subnets in two zones; the second is made at the first call. */
  public twoZoneSubnetIds(): string[] {
    const zone = this.definition.secondAvailabilityZone!;
    this.second ??= this.privateSubnet("second", zone, this.block(2, 2), () => this.secondRoutes);
    return [this.computeSubnet.id, this.second.id];
  }

  /** The second subnet gets a NAT gateway and routes of its own, so that one zone's failure leaves the other its way out. */
  public nodeSubnetIdsInTwoZones(): string[] {
    const ids = this.twoZoneSubnetIds();
    if (this.secondRoutes === undefined) {
      const vpcId = this.vpc.id;
      this.secondRoutes = new RouteTable(this, "second-private-routes", { vpcId, tags: this.tagsFor("second") });
      if (this.egress === "nat") {
        const zone = this.definition.secondAvailabilityZone!;
        const { subnet, wayOut } = this.buildPublicSubnet("second-", zone, 14);
        this.buildNat(subnet, wayOut, "second-", this.secondRoutes);
      }
    }
    return ids;
  }

  public reach(services: readonly string[]): void {
    if (this.egress === "endpoints-only" && !this.ownEndpoints) this.endpoints.add(services);
  }

  public tagsFor(name: string): Record<string, string> {
    return clusterTags(this.clusterName, `${this.clusterName}-${name}`, this.tags);
  }

  private buildVpc(): Vpc {
    const vpc = new Vpc(this, "vpc", {
      cidrBlock: this.vpcCidr,
      enableDnsSupport: true,
      enableDnsHostnames: true,
      tags: this.tagsFor("vpc"),
    });
    // Its default group allows all; an empty one allows nothing to whoever forgets to name a group.
    new DefaultSecurityGroup(this, "default-security-group", {
      vpcId: vpc.id,
      tags: this.tagsFor("default-unused"),
    });
    return vpc;
  }

  private buildS3Endpoint(): VpcEndpoint {
    return new VpcEndpoint(this, "s3-endpoint", {
      vpcId: this.vpc.id,
      serviceName: `com.amazonaws.${this.region}.s3`,
      vpcEndpointType: "Gateway",
      routeTableIds: Lazy.listValue({
        produce: () => [this.privateRouteTable.id, ...(this.secondRoutes ? [this.secondRoutes.id] : [])],
      }),
      tags: this.tagsFor("s3"),
    });
  }

  private buildPrivateZone(): Route53Zone {
    return new Route53Zone(this, "zone", {
      name: this.privateZoneName,
      vpc: [{ vpcId: this.vpc.id }],
      // Nodes write records of their own (rendezvous, heads); they must not keep the zone from being destroyed.
      forceDestroy: true,
      tags: this.tagsFor("zone"),
    });
  }

  /** A part of the VPC's block: `index`, of those that `bits` more tell apart. */
  private block(bits: number, index: number): string {
    return formatCidr(subBlock(parseCidr(this.vpcCidr)!, bits, index));
  }

  /** Block of the second subnet; undefined where no nodes are in it. */
  private secondBlock(): string | undefined {
    return this.secondRoutes && this.block(2, 2);
  }

  private privateSubnet(
    name: string,
    availabilityZone: string,
    cidrBlock: string,
    ownRoutes: () => RouteTable | undefined = () => undefined,
  ): Subnet {
    const subnet = new Subnet(this, `${name}-subnet`, {
      vpcId: this.vpc.id,
      availabilityZone,
      cidrBlock,
      mapPublicIpOnLaunch: false,
      tags: this.tagsFor(name),
    });
    const routeTableId = Lazy.stringValue({ produce: () => (ownRoutes() ?? this.privateRouteTable).id });
    new RouteTableAssociation(this, `${name}-routes`, { subnetId: subnet.id, routeTableId });
    return subnet;
  }

  /** A public subnet in a zone, of the VPC's sixteenths, with the way to the internet that a NAT gateway takes. */
  private buildPublicSubnet(
    prefix = "",
    availabilityZone = this.availabilityZone,
    sixteenth = 15,
  ): { readonly subnet: Subnet; readonly wayOut: readonly TerraformResource[] } {
    this.internetGateway ??= new InternetGateway(this, "internet-gateway", {
      vpcId: this.vpc.id,
      tags: this.tagsFor("internet"),
    });
    const tags = this.tagsFor(`${prefix}public`);
    const subnet = new Subnet(this, `${prefix}public-subnet`, {
      vpcId: this.vpc.id,
      availabilityZone,
      cidrBlock: this.block(4, sixteenth),
      mapPublicIpOnLaunch: false,
      tags,
    });
    const routes = new RouteTable(this, `${prefix}public-routes`, { vpcId: this.vpc.id, tags });
    const route = new Route(this, `${prefix}public-default-route`, {
      routeTableId: routes.id,
      destinationCidrBlock: "0.0.0.0/0",
      gatewayId: this.internetGateway.id,
    });
    const association = new RouteTableAssociation(this, `${prefix}public-association`, {
      subnetId: subnet.id,
      routeTableId: routes.id,
    });
    return { subnet, wayOut: [this.internetGateway, route, association] };
  }

  private buildNat(
    publicSubnet: Subnet,
    wayOut: readonly TerraformResource[],
    prefix = "",
    routes = this.privateRouteTable,
  ): NatGateway {
    const tags = this.tagsFor(`${prefix}nat`);
    const address = new Eip(this, `${prefix}nat-address`, { domain: "vpc", tags });
    const nat = new NatGateway(this, `${prefix}nat`, {
      allocationId: address.id,
      subnetId: publicSubnet.id,
      tags,
      // It fails for good where the VPC has no internet gateway yet.
      // https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/nat_gateway
      dependsOn: [...wayOut],
    });
    new Route(this, `${prefix}private-default-route`, {
      routeTableId: routes.id,
      destinationCidrBlock: "0.0.0.0/0",
      natGatewayId: nat.id,
    });
    return nat;
  }
}
