/** What the model says of AWS alone, in the objects of its name. */

import type { LaunchFacts } from "./launch-facts";

/** A network interface as EC2 attaches it. */
export interface AwsNetworkInterface {
  readonly networkCardIndex: number;
  readonly deviceIndex: number;
  readonly interfaceType: "interface" | "efa" | "efa-only";
}

/** An EBS volume that a node is launched with. */
export interface EbsVolume {
  /** `gp3`, `io2`. */
  readonly type: string;
  readonly gib: number;
  /** Operations and MB a second that it is provisioned for; absent where none are said. */
  readonly iops?: number;
  readonly mbps?: number;
}

/** What EC2 lets a pool choose; a fact of its launch is absent where it is not known. */
export interface AwsPool extends Partial<LaunchFacts> {
  /** Interfaces that a node is launched with; empty for the one that EC2 gives a node that declares none. */
  readonly networkInterfaces: readonly AwsNetworkInterface[];
  /** Whether IMDSv1 is refused; null where nothing of the launch says it: the account and the image decide. */
  readonly imdsV2Required: boolean | null;
  /** Hops over which the metadata service answers. */
  readonly imdsHopLimit: number;
  /** EBS type of the root volume; absent for gp3, and where the image decides. */
  readonly rootVolumeType?: string;
  /** EBS volumes of each node besides its root volume; absent without. */
  readonly dataVolumes?: readonly EbsVolume[];
}

/** What EFA is set up with. */
export interface AwsFabric {
  readonly nicLayout: "ip-saving" | "ena-bandwidth" | "legacy-all-efa";
  /** Whether the group's rules to itself are there; null for a group that was given, whose rules only the account knows. */
  readonly selfIngress: boolean | null;
  readonly selfEgress: boolean | null;
  /** Id of a security group that was given, for preflight.sh to look at. @default - one is made */
  readonly givenGroupId?: string;
}

/** Kinds of resources that exist already and that a design names by id, name or ARN. */
export type GivenKind =
  | "kms-key"
  | "policy"
  | "topic"
  | "target-group"
  | "vpc"
  | "subnet"
  | "security-group"
  | "hosted-zone"
  | "lustre"
  | "bucket";

/** A resource that exists already; what it is like, only the account knows. */
export interface GivenResource {
  readonly kind: GivenKind;
  /** Prop that names it, from its part: `networks.ml.vpcId`. */
  readonly path: string;
  /** Its id, name or ARN; null where only Terraform knows it. */
  readonly id: string | null;
  /** Services and roles that its policy must name, as the policy writes them; absent for none. */
  readonly allows?: readonly string[];
  /** What the design takes it to be, by name; absent for nothing. */
  readonly expects?: Readonly<Record<string, string>>;
}

/** Kinds of resources that the design makes under a name that AWS takes once in an account or Region. */
export type TakenKind = "role" | "eks-cluster" | "auto-scaling-group" | "launch-template";

/** A name that the account must have free, or that the design's own stack took in an earlier apply. */
export interface TakenName {
  readonly kind: TakenKind;
  readonly name: string;
}

/** Id of the security group that an EFA was given; undefined where it makes its own. */
export function givenGroupOf({ aws }: { readonly aws?: AwsFabric }): string | undefined {
  return aws?.givenGroupId;
}

/** Interfaces of a pool's nodes as EC2 attaches them; none on other clouds. */
export function interfacesOf({ aws }: { readonly aws?: AwsPool }): readonly AwsNetworkInterface[] {
  return aws?.networkInterfaces ?? [];
}
