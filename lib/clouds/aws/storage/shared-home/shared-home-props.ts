import type { IClusterNetwork } from "../../network/i-cluster-network";

export interface SharedHomeProps {
  /** Network of the cluster. */
  readonly network: IClusterNetwork;
  /**
   * Throughput mode: `elastic` is billed by use, `bursting` scales with the stored data, `provisioned` has a fixed MiB/s.
   * @default elastic
   * @see https://docs.aws.amazon.com/efs/latest/ug/performance.html
   */
  readonly throughputMode?: "elastic" | "bursting" | "provisioned";
  /** MiB/s for `provisioned`, 1 to 3,414. @default - required with provisioned, not allowed otherwise */
  readonly provisionedMiBps?: number;
  /** Days without access after which a file moves to Infrequent Access: 1, 7, 14, 30, 60, 90, 180, 270 or 365; 0 for never. @default 30 */
  readonly infrequentAccessAfterDays?: number;
  /** Directory of the file system that nodes see. @default /home */
  readonly directory?: string;
  /** Daily backups by AWS Backup, kept 35 days. @default true */
  readonly backups?: boolean;
  /** Subnets, one per zone, that get a mount target. @default - the compute subnet */
  readonly subnetIds?: readonly string[];
  /** ARN of the KMS key. Changing it replaces the file system. @default - a dedicated key */
  readonly kmsKeyArn?: string;
  /** Existing security group of the mount targets; no rule is added. @default - one is created */
  readonly securityGroupId?: string;
  /** Existing security group that nodes get for mounting. @default - one is created */
  readonly clientSecurityGroupId?: string;
  /** Whether Terraform refuses to delete it. @default true */
  readonly deletionProtected?: boolean;
}
