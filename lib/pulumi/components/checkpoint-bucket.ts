import type * as pulumi from "@pulumi/pulumi";
import { CheckpointBucket as Construct } from "../../clouds/aws/storage/buckets/checkpoint-bucket";
import type {
  CheckpointBucketAttributes,
  CheckpointBucketProps,
} from "../../clouds/aws/storage/buckets/checkpoint-bucket-props";
import type { IBucket } from "../../clouds/aws/storage/buckets/i-bucket";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";
import type { GpuNodePool } from "./gpu-node-pool";
import type { KubeRayCluster } from "./kube-ray-cluster";

const TABLE = {
  network: "plain",
  bucketName: "input",
  infrequentAccessAfterDays: "plain",
  archiveAfterDays: "plain",
  noncurrentDays: "plain",
  incompleteUploadDays: "plain",
  kmsKeyArn: "input",
  accessLogBucketName: "input",
  deletionProtected: "plain",
} as const satisfies ArgTable<CheckpointBucketProps>;

export const EXISTING_BUCKET_TABLE = {
  bucketName: "input",
  kmsKeyArn: "input",
  purpose: "plain",
} as const satisfies ArgTable<CheckpointBucketAttributes>;

export type CheckpointBucketArgs = ConstructArgs<CheckpointBucketProps, typeof TABLE>;
export type ExistingBucketArgs = ConstructArgs<CheckpointBucketAttributes, typeof EXISTING_BUCKET_TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly bucketName: string;
  readonly bucketArn: string;
}

const outputs = {
  bucketName: ({ bucketName }: IBucket) => bucketName,
  bucketArn: ({ bucketArn }: IBucket) => bucketArn,
};

const NEW: ConstructKind<IBucket, Outputs> = {
  name: "CheckpointBucket",
  args: TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
  outputs,
};
const EXISTING: ConstructKind<IBucket, Outputs> = {
  name: "CheckpointBucket",
  args: EXISTING_BUCKET_TABLE,
  make: (scope, id, props) => Construct.import(scope, id, props),
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
