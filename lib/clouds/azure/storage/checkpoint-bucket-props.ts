import type { ClusterNetwork } from "../network/cluster-network";

export interface CheckpointBucketProps {
  /** Network whose nodes reach it. */
  readonly network: ClusterNetwork;
  /** Name of the storage account, 3 to 24 lower-case letters and digits, unique in all of Azure. Changing it replaces the account. */
  readonly accountName: string;
  /** Days after which a blob moves to the cool tier, at least 1. @default 30 */
  readonly infrequentAccessAfterDays?: number;
  /** Days for which overwritten and deleted blobs can be restored, 1 to 365. @default 14 */
  readonly noncurrentDays?: number;
}
