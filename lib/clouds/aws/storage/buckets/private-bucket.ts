import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import type { S3BucketLifecycleConfigurationRule } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { S3BucketLifecycleConfiguration } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { S3BucketLoggingA } from "@cdktf/provider-aws/lib/s3-bucket-logging";
import { S3BucketOwnershipControls } from "@cdktf/provider-aws/lib/s3-bucket-ownership-controls";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import { S3BucketServerSideEncryptionConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-server-side-encryption-configuration";
import { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import { Construct } from "constructs";
import { checkovSkip } from "../../../common/checkov";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { policyDocument } from "../../shared/policy";

/** `bucket_prefix` of the provider takes 37 characters, the dash at the end included. */
const PREFIX_LENGTH = 36;

/** For buckets of programs: versions that a newer one replaced go after a quarter. */
export const OLD_PROGRAMS_EXPIRE: S3BucketLifecycleConfigurationRule = {
  id: "old-versions",
  status: "Enabled",
  filter: [{ prefix: "" }],
  noncurrentVersionExpiration: [{ noncurrentDays: 90 }],
  abortIncompleteMultipartUpload: [{ daysAfterInitiation: 1 }],
};

export interface PrivateBucketProps {
  readonly network: IClusterNetwork;
  /** Behind the cluster's name, in bucket name and tags. */
  readonly name: string;
  /** Whole name of the bucket. @default - `<clusterName>-<name>-` and what Terraform adds to make it unique */
  readonly bucketName?: string;
  readonly kmsKeyArn: string;
  readonly deletionProtected: boolean;
  /** Whether a destroy empties it first: for what is made anew from the stack. @default false */
  readonly emptiedOnDestroy?: boolean;
  readonly lifecycleRules: readonly S3BucketLifecycleConfigurationRule[];
  readonly accessLogBucketName?: string;
}

/** A bucket as buckets should be: versioned, encrypted with a key, closed to the public and to anything but TLS. */
export class PrivateBucket extends Construct {
  public readonly bucket: S3Bucket;

  constructor(scope: Construct, id: string, props: PrivateBucketProps) {
    super(scope, id);
    const { network, name } = props;
    this.bucket = new S3Bucket(this, "Resource", {
      bucket: props.bucketName,
      bucketPrefix:
        props.bucketName === undefined
          ? `${`${network.clusterName}-${name}`.toLowerCase().slice(0, PREFIX_LENGTH)}-`
          : undefined,
      forceDestroy: props.emptiedOnDestroy ?? false,
      tags: network.tagsFor(name),
      lifecycle: props.deletionProtected ? { preventDestroy: true } : undefined,
    });
    const bucket = this.bucket.id;
    const versioning = new S3BucketVersioningA(this, "versioning", {
      bucket,
      versioningConfiguration: { status: "Enabled" },
    });
    this.encrypt(props);
    this.closeToPublic();
    new S3BucketLifecycleConfiguration(this, "lifecycle", {
      bucket,
      rule: [...props.lifecycleRules],
      dependsOn: [versioning],
    });
    this.acceptFindings();
    if (props.accessLogBucketName === undefined) {
      checkovSkip(this.bucket, "CKV_AWS_18", "access is logged where accessLogBucketName names a bucket to log to");
    } else {
      new S3BucketLoggingA(this, "access-log", {
        bucket,
        targetBucket: props.accessLogBucketName,
        targetPrefix: `${network.clusterName}/${name}/`,
      });
    }
  }

  private encrypt({ kmsKeyArn }: PrivateBucketProps): void {
    new S3BucketServerSideEncryptionConfigurationA(this, "encryption", {
      bucket: this.bucket.id,
      rule: [
        {
          applyServerSideEncryptionByDefault: { sseAlgorithm: "aws:kms", kmsMasterKeyId: kmsKeyArn },
          // One request to KMS for many objects.
          bucketKeyEnabled: true,
        },
      ],
    });
  }

  /** No access but the account's own, and none without TLS. */
  private closeToPublic(): void {
    const bucket = this.bucket.id;
    const block = new S3BucketPublicAccessBlock(this, "public-access", {
      bucket,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    new S3BucketOwnershipControls(this, "ownership", { bucket, rule: { objectOwnership: "BucketOwnerEnforced" } });
    new S3BucketPolicy(this, "policy", {
      bucket,
      policy: policyDocument([
        {
          Sid: "tls-only",
          Effect: "Deny",
          Principal: { AWS: "*" },
          Action: ["s3:*"],
          Resource: [this.bucket.arn, `${this.bucket.arn}/*`],
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        },
      ]),
      // S3 answers a conflict to two changes of one bucket's access at once.
      dependsOn: [block],
    });
  }

  private acceptFindings(): void {
    checkovSkip(
      this.bucket,
      "CKV_AWS_144",
      "a copy in another region doubles the cost of data that can be computed again",
    );
    checkovSkip(this.bucket, "CKV2_AWS_62", "nothing in a cluster listens to a bucket's events");
  }
}
