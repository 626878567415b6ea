import { DefaultSecurityGroup } from "@cdktf/provider-aws/lib/default-security-group";
import { Eip } from "@cdktf/provider-aws/lib/eip";
import { InternetGateway } from "@cdktf/provider-aws/lib/internet-gateway";
import { NatGateway } from "@cdktf/provider-aws/lib/nat-gateway";
import { Route } from "@cdktf/provider-aws/lib/route";
import { RouteTable } from "@cdktf/provider-aws/lib/route-table";
import { RouteTableAssociation } from "@cdktf/provider-aws/lib/route-table-association";
import { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { Vpc } from "@cdktf/provider-aws/lib/vpc";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import type { TerraformResource } from "cdktf";
import { Construct } from "constructs";
import type { Cidr } from "../../../units/cidr";
import { formatCidr, parseCidr, subBlock, usableAddresses } from "../../../units/cidr";
import { AddressBook } from "../../common/address-book";
import { describeAs } from "../../common/described";
import { clusterTags, regionOf } from "../shared/names";
import { importNetwork } from "./cluster-network-import";
import type { ClusterNetworkAttributes, ClusterNetworkProps } from "./cluster-network-props";
import { checkClusterNetworkShapes, validateClusterNetwork } from "./cluster-network-validation";
import { FlowLogs } from "./flow-logs";
import type { IClusterNetwork } from "./i-cluster-network";
import { PRIVATE_SERVICES } from "./private-services";
import { checkProviderRegion } from "./provider-region";

/**
 * The network of a cluster: a VPC with one private subnet for compute nodes in one zone, a way out, DNS, an S3 gateway
 * endpoint so that dataset and checkpoint traffic costs nothing extra, flow logs and a private zone.
 *
 * Nodes have no public address: EC2 refuses one on a machine with several network interfaces, which every EFA machine has.
 */
export class ClusterNetwork extends Construct implements IClusterNetwork {
  /** A network that is already there. Nothing is created but, where asked, the private zone. */
  public static import(scope: Construct, id: string, attributes: ClusterNetworkAttributes): IClusterNetwork {
    return importNetwork(scope, id, attributes);
  }

  public readonly clusterName: string;
  public readonly region: string;
  public readonly availabilityZone: string;
  public readonly vpc: Vpc;
  public readonly computeSubnet: Subnet;
  public readonly privateRouteTable: RouteTable;
  public readonly publicSubnet?: Subnet;
  public readonly natGateway?: NatGateway;
  public readonly s3Endpoint: VpcEndpoint;
  public readonly privateZone: Route53Zone;
  public readonly tags: Readonly<Record<string, string>>;
  public readonly addresses: AddressBook;
  public readonly egress: "nat" | "endpoints-only";
  private readonly block: Cidr;
  private readonly props: ClusterNetworkProps;
  private second?: Subnet;

  constructor(scope: Construct, id: string, props: ClusterNetworkProps) {
    super(scope, id);
    checkClusterNetworkShapes(this.node.path, props);
    this.props = props;
    this.clusterName = props.clusterName ?? this.node.scopes[1]?.node.id ?? this.node.id;
    validateClusterNetwork(this.node.path, this.clusterName, props);

    checkProviderRegion(this);
    this.availabilityZone = props.availabilityZone;
    this.region = regionOf(props.availabilityZone)!;
    this.block = parseCidr(props.vpcCidr ?? "10.0.0.0/16")!;
    this.egress = props.egress ?? "nat";
    this.tags = props.tags ?? {};
    const computeBlock = parseCidr(props.computeSubnetCidr ?? formatCidr(subBlock(this.block, 1, 0)))!;
    const tagsOf = (name: string) => this.tagsFor(name);

    this.vpc = new Vpc(this, "vpc", {
      cidrBlock: formatCidr(this.block),
      enableDnsSupport: true,
      enableDnsHostnames: true,
      tags: tagsOf("vpc"),
    });
    // Its default group allows all; an empty one allows nothing to whoever forgets to name a group.
    new DefaultSecurityGroup(this, "default-security-group", { vpcId: this.vpc.id, tags: tagsOf("default-unused") });
    this.privateRouteTable = new RouteTable(this, "private-routes", { vpcId: this.vpc.id, tags: tagsOf("private") });
    this.computeSubnet = this.privateSubnet("compute", props.availabilityZone, computeBlock);
    this.addresses = new AddressBook(this, {
      subnet: "computeSubnetCidr",
      cidr: formatCidr(computeBlock),
      usable: usableAddresses(computeBlock),
    });
    if (this.egress === "nat") {
      const { subnet, wayOut } = this.buildPublicSubnet();
      this.publicSubnet = subnet;
      this.natGateway = this.buildNat(subnet, wayOut);
    }
    this.s3Endpoint = new VpcEndpoint(this, "s3-endpoint", {
      vpcId: this.vpc.id,
      serviceName: `com.amazonaws.${this.region}.s3`,
      vpcEndpointType: "Gateway",
      routeTableIds: [this.privateRouteTable.id],
      tags: tagsOf("s3"),
    });
    this.buildInterfaceEndpoints(this.endpointServices);
    if (props.flowLogs ?? true) {
      const { flowLogsKmsKeyArn: kmsKeyArn, permissionsBoundaryArn } = props;
      new FlowLogs(this, "flow-logs", { network: this, kmsKeyArn, permissionsBoundaryArn });
    }
    this.privateZone = new Route53Zone(this, "zone", {
      name: props.privateZoneName ?? `${this.clusterName}.internal`,
      vpc: [{ vpcId: this.vpc.id }],
      // Nodes write records of their own (rendezvous, heads); they must not keep the zone from being destroyed.
      forceDestroy: true,
      tags: tagsOf("zone"),
    });
    describeAs(this, () => ({
      networks: [
        {
          name: this.clusterName,
          region: this.region,
          existing: false,
          egress: this.egress,
          natGateways: this.natGateway ? 1 : 0,
          s3GatewayEndpoint: true,
          interfaceEndpoints: this.endpointServices,
          flowLogs: props.flowLogs ?? true,
          dnsSupport: true,
          dnsHostnames: true,
          computeSubnets: [
            { availabilityZone: this.availabilityZone, usableAddresses: usableAddresses(computeBlock), public: false },
          ],
        },
      ],
    }));
  }

  public get vpcId(): string {
    return this.vpc.id;
  }

  public get vpcCidr(): string {
    return formatCidr(this.block);
  }

  public get computeSubnetId(): string {
    return this.computeSubnet.id;
  }

  public get privateZoneId(): string {
    return this.privateZone.zoneId;
  }

  public get privateZoneName(): string {
    return this.props.privateZoneName ?? `${this.clusterName}.internal`;
  }

  /** Ids of two private subnets in two zones; the second is made at the first call. */
  public twoZoneSubnetIds(): string[] {
    const letter = this.availabilityZone.endsWith("b") ? "a" : "b";
    const zone = this.props.secondAvailabilityZone ?? `${this.region}${letter}`;
    this.second ??= this.privateSubnet("second", zone, subBlock(this.block, 2, 2));
    return [this.computeSubnet.id, this.second.id];
  }

  public tagsFor(name: string): Record<string, string> {
    return clusterTags(this.clusterName, `${this.clusterName}-${name}`, this.tags);
  }

  private get endpointServices(): readonly string[] {
    return this.props.interfaceEndpoints ?? (this.egress === "nat" ? [] : PRIVATE_SERVICES);
  }

  private privateSubnet(name: string, availabilityZone: string, cidr: Cidr): Subnet {
    const subnet = new Subnet(this, `${name}-subnet`, {
      vpcId: this.vpc.id,
      availabilityZone,
      cidrBlock: formatCidr(cidr),
      mapPublicIpOnLaunch: false,
      tags: this.tagsFor(name),
    });
    new RouteTableAssociation(this, `${name}-routes`, { subnetId: subnet.id, routeTableId: this.privateRouteTable.id });
    return subnet;
  }

  private buildPublicSubnet(): { readonly subnet: Subnet; readonly wayOut: readonly TerraformResource[] } {
    const gateway = new InternetGateway(this, "internet-gateway", {
      vpcId: this.vpc.id,
      tags: this.tagsFor("internet"),
    });
    const subnet = new Subnet(this, "public-subnet", {
      vpcId: this.vpc.id,
      availabilityZone: this.availabilityZone,
      cidrBlock: formatCidr(subBlock(this.block, 4, 15)),
      mapPublicIpOnLaunch: false,
      tags: this.tagsFor("public"),
    });
    const routes = new RouteTable(this, "public-routes", { vpcId: this.vpc.id, tags: this.tagsFor("public") });
    const route = new Route(this, "public-default-route", {
      routeTableId: routes.id,
      destinationCidrBlock: "0.0.0.0/0",
      gatewayId: gateway.id,
    });
    const association = new RouteTableAssociation(this, "public-association", {
      subnetId: subnet.id,
      routeTableId: routes.id,
    });
    return { subnet, wayOut: [gateway, route, association] };
  }

  private buildNat(publicSubnet: Subnet, wayOut: readonly TerraformResource[]): NatGateway {
    const address = new Eip(this, "nat-address", { domain: "vpc", tags: this.tagsFor("nat") });
    const nat = new NatGateway(this, "nat", {
      allocationId: address.id,
      subnetId: publicSubnet.id,
      tags: this.tagsFor("nat"),
      // It fails for good where the VPC has no internet gateway yet.
      // https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/nat_gateway
      dependsOn: [...wayOut],
    });
    new Route(this, "private-default-route", {
      routeTableId: this.privateRouteTable.id,
      destinationCidrBlock: "0.0.0.0/0",
      natGatewayId: nat.id,
    });
    return nat;
  }

  private buildInterfaceEndpoints(services: readonly string[]): void {
    if (services.length === 0) return;
    const group = new SecurityGroup(this, "endpoints-security-group", {
      name: `${this.clusterName}-endpoints`,
      description: "AWS services by interface endpoint",
      vpcId: this.vpc.id,
      tags: this.tagsFor("endpoints"),
    });
    new VpcSecurityGroupIngressRule(this, "endpoints-https", {
      securityGroupId: group.id,
      description: "HTTPS from the VPC",
      cidrIpv4: formatCidr(this.block),
      ipProtocol: "tcp",
      fromPort: 443,
      toPort: 443,
    });
    new VpcSecurityGroupEgressRule(this, "endpoints-answers", {
      securityGroupId: group.id,
      description: "answers to the VPC",
      cidrIpv4: formatCidr(this.block),
      ipProtocol: "-1",
    });
    for (const service of services) {
      new VpcEndpoint(this, `endpoint-${service.replaceAll(".", "-")}`, {
        vpcId: this.vpc.id,
        serviceName: `com.amazonaws.${this.region}.${service}`,
        vpcEndpointType: "Interface",
        subnetIds: [this.computeSubnet.id],
        securityGroupIds: [group.id],
        privateDnsEnabled: true,
        tags: this.tagsFor(service),
      });
    }
  }
}
