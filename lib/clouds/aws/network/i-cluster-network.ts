import type { IConstruct } from "constructs";
import type { AddressBook } from "../../common/address-book";

/** What other constructs need of a network, made here or imported. */
export interface IClusterNetwork extends IConstruct {
  /** Prefix of resource names and value of the tag `warpform:cluster`. */
  readonly clusterName: string;
  readonly region: string;
  /** Zone of the compute subnet. */
  readonly availabilityZone: string;
  readonly vpcId: string;
  /** Address block of the VPC; what security rules mean by "the network". */
  readonly vpcCidr: string;
  readonly computeSubnetId: string;
  readonly privateZoneId: string;
  readonly privateZoneName: string;
  readonly egress: "nat" | "endpoints-only";
  readonly tags: Readonly<Record<string, string>>;
  /** Who wants how many addresses of the compute subnet; checked at synth. */
  readonly addresses: AddressBook;
  /** Ids of two private subnets in two zones, for what AWS wants in two. */
  twoZoneSubnetIds(): string[];
  /** Tags of a resource called `<clusterName>-<name>`. */
  tagsFor(name: string): Record<string, string>;
}
