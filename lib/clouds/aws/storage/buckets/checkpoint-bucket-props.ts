import type { Bucket } from "../../../../model/model";
import type { IClusterNetwork } from "../../network/i-cluster-network";

export interface CheckpointBucketProps {
  /** Network of the cluster. */
  readonly network: IClusterNetwork;
  /** Name of the bucket. Changing it replaces the bucket. @default - `<clusterName>-<id>-` and a unique ending */
  readonly bucketName?: string;
  /**
   * Days after which an object moves to S3 Standard-IA, which is half the price and has a charge for reading, at least 30;
   * 0 for never.
   * @default 30
   * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-transition-general-considerations.html
   */
  readonly infrequentAccessAfterDays?: number;
  /** Days after which an object moves to S3 Glacier Instant Retrieval, at least 30 after Standard-IA; 0 for never. @default 90 */
  readonly archiveAfterDays?: number;
  /** Days after which overwritten and deleted objects are removed permanently, at least 1. @default 14 */
  readonly noncurrentDays?: number;
  /** Days after which incomplete multipart uploads are removed, at least 1. @default 3 */
  readonly incompleteUploadDays?: number;
  /** ARN of the KMS key. @default - a dedicated key, which FSx for Lustre may use for data repositories */
  readonly kmsKeyArn?: string;
  /** Name of the bucket for S3 access logs. @default - no access logs */
  readonly accessLogBucketName?: string;
  /** Whether Terraform refuses to delete it. @default true */
  readonly deletionProtected?: boolean;
}

/** Attributes of an existing bucket. */
export interface CheckpointBucketAttributes {
  /** Its name in S3. */
  readonly bucketName: string;
  /** Key that its objects are encrypted with, so that roles are allowed to use it. @default - S3's own */
  readonly kmsKeyArn?: string;
  /** What it holds, for review. @default checkpoints */
  readonly purpose?: Bucket["purpose"];
}
