import type { OpenZfsTier } from "../../../../catalog/types";
import type { IClusterNetwork } from "../../network/i-cluster-network";

export interface SharedHomeOpenZfsProps {
  /** Network of the cluster. */
  readonly network: IClusterNetwork;
  /** SSD capacity, GiB, 64 to 524,288. It can grow, not shrink. */
  readonly capacityGiB: number;
  /**
   * Throughput capacity, MB/s: 160, 320, 640, 1280, 2560, 3840, 5120, 7680 or 10240 for the types that end in 2; 64, 128, 256,
   * 512, 1024, 2048, 3072 or 4096 for those that end in 1.
   * @default - the lowest of the deployment type
   */
  readonly throughputMBps?: number;
  /** One server (SINGLE_AZ_…) or two in one zone (…_HA_…). Changing it replaces the file system. @default SINGLE_AZ_HA_2 */
  readonly deploymentType?: OpenZfsTier["deploymentType"];
  /** Days that daily backups are kept, 0 for none, at most 90. @default 7 */
  readonly backupRetentionDays?: number;
  /** ARN of the KMS key. Changing it replaces the file system. @default - a dedicated key */
  readonly kmsKeyArn?: string;
  /** Existing security group of the servers; no rule is added. @default - one is created */
  readonly securityGroupId?: string;
  /** Existing security group that nodes get for mounting. @default - one is created */
  readonly clientSecurityGroupId?: string;
  /** Whether Terraform refuses to delete it. @default true */
  readonly deletionProtected?: boolean;
}
