import type { S3BucketLifecycleConfigurationRule } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { Construct } from "constructs";
import { requireProps } from "../../../common/check-props";
import { placed } from "../../../common/placed";
import { describeAs } from "../../shared/describe-as";
import { givenIn } from "../../shared/given-resources";
import { checkBucketId } from "../../shared/names";
import type { PolicyStatement } from "../../shared/policy";
import { DataKey } from "../data-key";
import { CHECKPOINT_BUCKET, EXISTING_BUCKET } from "./bucket-tables";
import type { CheckpointBucketAttributes, CheckpointBucketProps } from "./checkpoint-bucket-props";
import { checkBucketName } from "./checkpoint-bucket-validation";
import { type BucketDefinition, defineBucket, describeBucket } from "./define-bucket";
import type { Grantee, IBucket } from "./i-bucket";
import { grantOf, readStatements, readWriteStatements } from "./i-bucket";
import { PrivateBucket } from "./private-bucket";

/** A bucket for checkpoints and datasets: old versions kept a while, cold objects in colder tiers, protected from deletion. */
export class CheckpointBucket extends Construct implements IBucket {
  /** An existing bucket. Nothing is created. */
  public static import(scope: Construct, id: string, attributes: CheckpointBucketAttributes): IBucket {
    return new ImportedBucket(scope, id, attributes);
  }

  /** Every value of the bucket with where it comes from. */
  public readonly definition: BucketDefinition;
  public readonly bucket: PrivateBucket;
  public readonly key?: DataKey;
  public readonly kmsKeyArn: string;
  private writable = false;

  constructor(scope: Construct, id: string, props: CheckpointBucketProps) {
    super(...placed(new.target, scope, id));
    checkBucketId("CheckpointBucket", this.node);
    this.definition = defineBucket(props, { path: this.node.path, id });
    const { network } = props;
    const { deletionProtected } = this.definition;
    if (props.kmsKeyArn === undefined) {
      this.key = new DataKey(this, "key", {
        network,
        description: `bucket ${id}`,
        name: id,
        deletionProtected,
        statements: dataRepositoryStatements,
      });
    }
    this.kmsKeyArn = props.kmsKeyArn ?? this.key!.arn;
    this.bucket = new PrivateBucket(this, "bucket", {
      network,
      name: id,
      bucketName: props.bucketName,
      kmsKeyArn: this.kmsKeyArn,
      deletionProtected,
      lifecycleRules: lifecycleRules(this.definition),
      accessLogBucketName: props.accessLogBucketName,
    });
    describeAs(this, () => ({
      buckets: [describeBucket(this.definition, this.writable)],
      given: givenIn(CHECKPOINT_BUCKET, props),
    }));
  }

  public get bucketName(): string {
    return this.bucket.bucket.bucket;
  }

  public get bucketArn(): string {
    return this.bucket.bucket.arn;
  }

  public readStatements(prefix?: string): PolicyStatement[] {
    return readStatements(this, prefix);
  }

  public readWriteStatements(prefix?: string): PolicyStatement[] {
    this.writable = true;
    return readWriteStatements(this, prefix);
  }

  /** Lets a pool's nodes read, everything or below `prefix`. @throws WarpformError for what takes no grants */
  public grantRead(grantee: Grantee, prefix?: string): void {
    grantOf("grantRead", this, grantee, prefix);
  }

  /** Lets a pool's nodes read, write and delete, everything or below `prefix`. @throws WarpformError for what takes no grants */
  public grantReadWrite(grantee: Grantee, prefix?: string): void {
    grantOf("grantReadWrite", this, grantee, prefix);
  }
}

class ImportedBucket extends Construct implements IBucket {
  public readonly bucketName: string;
  public readonly bucketArn: string;
  public readonly kmsKeyArn?: string;
  private writable = false;

  constructor(scope: Construct, id: string, attributes: CheckpointBucketAttributes) {
    super(...placed({ name: "CheckpointBucket.import" }, scope, id));
    requireProps(`CheckpointBucket.import "${this.node.path}"`, EXISTING_BUCKET, attributes);
    checkBucketName(`CheckpointBucket.import "${this.node.path}"`, attributes.bucketName);
    this.bucketName = attributes.bucketName;
    this.bucketArn = `arn:aws:s3:::${attributes.bucketName}`;
    this.kmsKeyArn = attributes.kmsKeyArn;
    describeAs(this, () => ({
      given: givenIn(EXISTING_BUCKET, attributes),
      buckets: [
        {
          name: id,
          purpose: attributes.purpose ?? EXISTING_BUCKET.purpose.default,
          writable: this.writable,
          // Of someone else's bucket nothing is known; the review must not take it for well kept.
          versioned: false,
          encrypted: true,
          publicAccessBlocked: false,
          deletionProtected: true,
        },
      ],
    }));
  }

  public readStatements(prefix?: string): PolicyStatement[] {
    return readStatements(this, prefix);
  }

  public readWriteStatements(prefix?: string): PolicyStatement[] {
    this.writable = true;
    return readWriteStatements(this, prefix);
  }

  public grantRead(grantee: Grantee, prefix?: string): void {
    grantOf("grantRead", this, grantee, prefix);
  }

  public grantReadWrite(grantee: Grantee, prefix?: string): void {
    grantOf("grantReadWrite", this, grantee, prefix);
  }
}

/**
 * FSx reads and writes linked buckets as a service-linked role that exists only once the file system does, hence the pattern.
 * https://docs.aws.amazon.com/fsx/latest/LustreGuide/s3-server-side-encryption-support.html
 */
function dataRepositoryStatements(accountId: string): PolicyStatement[] {
  const role = `arn:aws:iam::${accountId}:role/aws-service-role/s3.data-source.lustre.fsx.amazonaws.com/AWSServiceRoleForFSxS3Access_*`;
  return [
    {
      Sid: "fsx-data-repositories",
      Effect: "Allow",
      Principal: { AWS: "*" },
      Action: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"],
      Resource: ["*"],
      Condition: { ArnLike: { "aws:PrincipalArn": role } },
    },
  ];
}

function lifecycleRules(of: BucketDefinition): S3BucketLifecycleConfigurationRule[] {
  const colder = (days: number | null, storageClass: string) => (days === null ? [] : [{ days, storageClass }]);
  const transition = [
    ...colder(of.infrequentAccessAfterDays, "STANDARD_IA"),
    ...colder(of.archiveAfterDays, "GLACIER_IR"),
  ];
  const everything = [{ prefix: "" }];
  return [
    ...(transition.length > 0 ? [{ id: "colder-tiers", status: "Enabled", filter: everything, transition }] : []),
    {
      id: "old-versions",
      status: "Enabled",
      filter: everything,
      noncurrentVersionExpiration: [{ noncurrentDays: of.noncurrentDays }],
      expiration: [{ expiredObjectDeleteMarker: true }],
    },
    {
      id: "incomplete-uploads",
      status: "Enabled",
      filter: everything,
      abortIncompleteMultipartUpload: [{ daysAfterInitiation: of.incompleteUploadDays }],
    },
  ];
}
