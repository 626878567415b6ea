import type * as pulumi from "@pulumi/pulumi";
import { CHECKPOINT_BUCKET, EXISTING_BUCKET } from "../../../../clouds/aws-tables";
import {
  type CheckpointBucketAttributes,
  type CheckpointBucketProps,
  defaultCloud,
  type IBucket,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";
import type { GpuNodePool } from "./gpu-node-pool";
import type { KubeRayCluster } from "./kube-ray-cluster";

const OUTPUTS = {
  bucketName: "input",
  kmsKeyArn: "input",
  accessLogBucketName: "input",
} as const satisfies OutputArgs<CheckpointBucketProps>;

export const EXISTING_BUCKET_OUTPUTS = {
  bucketName: "input",
  kmsKeyArn: "input",
} as const satisfies OutputArgs<CheckpointBucketAttributes>;

export type CheckpointBucketArgs = ConstructArgs<CheckpointBucketProps, typeof OUTPUTS>;
export type ExistingBucketArgs = ConstructArgs<CheckpointBucketAttributes, typeof EXISTING_BUCKET_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly bucketName: string;
  readonly bucketArn: string;
}

const outputs = {
  bucketName: ({ bucketName }: IBucket) => bucketName,
  bucketArn: ({ bucketArn }: IBucket) => bucketArn,
};

const NEW: ConstructKind<IBucket, Outputs> = {
  cloud: aws,
  name: "CheckpointBucket",
  args: argKinds(CHECKPOINT_BUCKET, OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.CheckpointBucket(scope, id, props),
  outputs,
};
const EXISTING: ConstructKind<IBucket, Outputs> = {
  cloud: aws,
  name: "CheckpointBucket",
  args: argKinds(EXISTING_BUCKET, EXISTING_BUCKET_OUTPUTS),
  make: (scope, id, props) => defaultCloud.parts.CheckpointBucket.import(scope, id, props),
  outputs,
};

/** A bucket for checkpoints and datasets, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class CheckpointBucket extends ConstructComponent<IBucket, Outputs> {
  /** A bucket that is there; give its `parent`. */
  public static existing(
    id: string,
    args: ExistingBucketArgs,
    options: pulumi.ComponentResourceOptions,
  ): CheckpointBucket {
    return new CheckpointBucket(id, args as unknown as CheckpointBucketArgs, options, EXISTING);
  }

  public readonly bucketName: pulumi.Output<string>;
  public readonly bucketArn: pulumi.Output<string>;

  constructor(id: string, args: CheckpointBucketArgs, options?: pulumi.ComponentResourceOptions, kind = NEW) {
    super(kind, id, args, options);
    this.bucketName = this.later.bucketName;
    this.bucketArn = this.later.bucketArn;
  }

  /** Lets a pool's nodes or a Kubernetes cluster's pods read, everything or below `prefix`. */
  public grantRead(grantee: GpuNodePool | KubeRayCluster, prefix?: string): void {
    grantee.construct.grant(...this.construct.readStatements(prefix));
  }

  /** Lets a pool's nodes or a Kubernetes cluster's pods read, write and delete, everything or below `prefix`. */
  public grantReadWrite(grantee: GpuNodePool | KubeRayCluster, prefix?: string): void {
    grantee.construct.grant(...this.construct.readWriteStatements(prefix));
  }
}
