import type { IConstruct } from "constructs";
import type { ClaimedAddresses } from "../../common/claimed-addresses";

/** What other constructs need of a network, made here or imported. */
export interface IClusterNetwork extends IConstruct {
  /** Prefix of resource names and value of the tag `warpform:cluster`. */
  readonly clusterName: string;
  readonly region: string;
  /** Zone of the compute subnet. */
  readonly availabilityZone: string;
  readonly vpcId: string;
  /** IPv4 CIDR block of the VPC; security group rules use it for "the network". */
  readonly vpcCidr: string;
  readonly computeSubnetId: string;
  readonly privateZoneId: string;
  readonly privateZoneName: string;
  readonly egress: "nat" | "endpoints-only";
  readonly tags: Readonly<Record<string, string>>;
  /** Who wants how many addresses of the compute subnet; checked at synth. */
  readonly addresses: ClaimedAddresses;
  /** Ids of two private subnets in two zones, for what AWS wants in two. */
  twoZoneSubnetIds(): string[];
  /** The same for nodes, which then need a way out in each zone: a network that is made here gets a NAT gateway in the second. */
  nodeSubnetIdsInTwoZones(): string[];
  /**
   * Lets nodes reach AWS services, by the short names of their endpoints, where nothing else leads out of the network. A network that was there,
   * or that lists its endpoints, stays as it is: the review compares.
   */
  reach(services: readonly string[]): void;
  /** Tags of a resource called `<clusterName>-<name>`. */
  tagsFor(name: string): Record<string, string>;
}
