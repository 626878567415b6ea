import { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import { Construct } from "constructs";
import { Problems } from "../../../errors";
import { parseCidr, usableAddresses } from "../../../units/cidr";
import { AddressBook } from "../../common/address-book";
import { describeAs } from "../../common/described";
import { checkPropShapes } from "../../common/prop-shapes";
import { addTagProblems } from "../../common/resource-texts";
import { isKnown } from "../../common/terraform-text";
import { clusterTags, regionOf } from "../shared/names";
import type { ClusterNetworkAttributes } from "./cluster-network-props";
import { addPartitionProblem, checkName } from "./cluster-network-validation";
import type { IClusterNetwork } from "./i-cluster-network";
import { checkProviderRegion } from "./provider-region";

class ImportedNetwork extends Construct implements IClusterNetwork {
  public readonly clusterName: string;
  public readonly region: string;
  public readonly availabilityZone: string;
  public readonly vpcId: string;
  public readonly vpcCidr: string;
  public readonly computeSubnetId: string;
  public readonly privateZoneId: string;
  public readonly privateZoneName: string;
  public readonly egress: "nat" | "endpoints-only";
  public readonly tags: Readonly<Record<string, string>>;
  public readonly addresses: AddressBook;

  constructor(
    scope: Construct,
    id: string,
    private readonly given: ClusterNetworkAttributes,
  ) {
    super(scope, id);
    checkPropShapes(`ClusterNetwork.import "${this.node.path}"`, given, {
      availabilityZone: "text",
      vpcId: "text",
      vpcCidr: "text",
      computeSubnetId: "text",
      computeSubnetCidr: "text?",
      secondSubnetId: "text?",
      clusterName: "text?",
      tags: "object?",
    });
    this.clusterName = given.clusterName ?? this.node.scopes[1]?.node.id ?? id;
    const problems = new Problems();
    checkName(problems, this.clusterName, "clusterName");
    const region = isKnown(given.availabilityZone) ? regionOf(given.availabilityZone) : undefined;
    if (region === undefined) {
      problems.add(
        "malformed",
        "availabilityZone",
        `availabilityZone must be a zone name known at synth, such as "us-east-2a", got "${given.availabilityZone}"`,
      );
    }
    if (region !== undefined) addPartitionProblem(problems, region);
    const compute = given.computeSubnetCidr === undefined ? undefined : parseCidr(given.computeSubnetCidr);
    if (given.computeSubnetCidr !== undefined && isKnown(given.computeSubnetCidr) && compute === undefined) {
      problems.add(
        "malformed",
        "computeSubnetCidr",
        `computeSubnetCidr must be an IPv4 block such as "10.0.0.0/20", got "${given.computeSubnetCidr}"`,
      );
    }
    for (const [prop, pattern, example] of [
      ["vpcId", /^vpc-\w+$/, "vpc-0123456789abcdef0"],
      ["computeSubnetId", /^subnet-\w+$/, "subnet-0123456789abcdef0"],
      ["secondSubnetId", /^subnet-\w+$/, "subnet-0123456789abcdef0"],
    ] as const) {
      const value = given[prop];
      if (value === undefined || !isKnown(value) || pattern.test(value)) continue;
      problems.add("malformed", prop, `${prop} must look like "${example}", got "${value}"`);
    }
    if (isKnown(given.vpcCidr) && parseCidr(given.vpcCidr) === undefined) {
      problems.add(
        "malformed",
        "vpcCidr",
        `vpcCidr must be an IPv4 block such as "10.0.0.0/16", got "${given.vpcCidr}"`,
      );
    }
    if ((given.privateZoneId === undefined) !== (given.privateZoneName === undefined)) {
      problems.add(
        "required",
        "privateZoneName",
        "privateZoneId and privateZoneName must be given together; add the missing one",
      );
    }
    if (given.egress !== undefined && !["nat", "endpoints-only"].includes(given.egress))
      problems.add(
        "not-allowed",
        "egress",
        `egress must be "nat" or "endpoints-only", got ${JSON.stringify(given.egress)}; use "nat"`,
      );
    addTagProblems(problems, given.tags);
    problems.throwIfAny(`ClusterNetwork.import "${this.node.path}"`);
    checkProviderRegion(this);

    this.region = region!;
    this.availabilityZone = given.availabilityZone;
    this.vpcId = given.vpcId;
    this.vpcCidr = given.vpcCidr;
    this.computeSubnetId = given.computeSubnetId;
    this.egress = given.egress ?? "nat";
    this.tags = given.tags ?? {};
    this.addresses = new AddressBook(this, {
      subnet: "computeSubnetCidr",
      cidr: given.computeSubnetCidr,
      usable: compute && usableAddresses(compute),
    });
    this.privateZoneName = given.privateZoneName ?? `${this.clusterName}.internal`;
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
      networks: [
        {
          name: this.clusterName,
          region: this.region,
          existing: true,
          egress: this.egress,
          natGateways: 0,
          s3GatewayEndpoint: given.s3GatewayEndpoint ?? false,
          interfaceEndpoints: [],
          flowLogs: false,
          dnsSupport: true,
          dnsHostnames: true,
          computeSubnets: [
            {
              availabilityZone: this.availabilityZone,
              usableAddresses: compute ? usableAddresses(compute) : null,
              public: false,
            },
          ],
        },
      ],
    }));
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

  public tagsFor(name: string): Record<string, string> {
    return clusterTags(this.clusterName, `${this.clusterName}-${name}`, this.tags);
  }
}

/** See `ClusterNetwork.import`. */
export function importNetwork(scope: Construct, id: string, attributes: ClusterNetworkAttributes): IClusterNetwork {
  return new ImportedNetwork(scope, id, attributes);
}
