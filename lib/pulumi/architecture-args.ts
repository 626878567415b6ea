import type * as pulumi from "@pulumi/pulumi";
import type { CheckpointBucketAttributes } from "../aws/checkpoint-bucket";
import type { ClusterNetworkAttributes } from "../aws/cluster-network-import";

/** A network that is there: its ids may be Outputs; zone and blocks decide the layout and are plain. */
export type ExistingNetwork = Omit<
  ClusterNetworkAttributes,
  "vpcId" | "computeSubnetId" | "secondSubnetId" | "privateZoneId"
> & {
  readonly vpcId: pulumi.Input<string>;
  readonly computeSubnetId: pulumi.Input<string>;
  /** @default - none: constructs that need two zones refuse */
  readonly secondSubnetId?: pulumi.Input<string>;
  /** @default - a zone `<name>.internal` is made */
  readonly privateZoneId?: pulumi.Input<string>;
};

/** A bucket that is there. */
export type ExistingBucket = Omit<CheckpointBucketAttributes, "bucketName" | "kmsKeyArn"> & {
  readonly bucketName: pulumi.Input<string>;
  /** Key that its objects are encrypted with. @default - S3's own */
  readonly kmsKeyArn?: pulumi.Input<string>;
};

/** Where an architecture stands in a Pulumi program: a new network in a zone, or one that is there. Exactly one is given. */
export interface ArchitecturePlace {
  /** Zone of a new network, `us-east-2a`. @default - that of `existingNetwork` */
  readonly availabilityZone?: string;
  /** Network to build in. @default - a new one in `availabilityZone` */
  readonly existingNetwork?: ExistingNetwork;
  /** Bucket to use. @default - one is made */
  readonly existingBucket?: ExistingBucket;
  /** Folder for charts and files that Pulumi uploads. @default ".warpform/<name>" */
  readonly outdir?: string;
}

/**
 * Args of an architecture: the props of its construct, with the places that Outputs may come from beside them. Props that are
 * constructs have no stack in a Pulumi program and are left out.
 */
export type ArchitectureArgs<Props> = Omit<Props, "network" | "bucket" | "availabilityZone" | "existingLustre"> &
  ArchitecturePlace;
