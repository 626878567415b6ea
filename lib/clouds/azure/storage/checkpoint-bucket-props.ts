import type { IClusterNetwork } from "../network/i-cluster-network";

/** A customer-managed key that encrypts a storage account. */
export interface CustomerKeyProps {
  /** Versionless id of a key in a key vault that has purge protection, `https://….vault.azure.net/keys/name`; new versions are taken over. */
  readonly keyVaultKeyId: string;
  /** Resource id of a user-assigned identity that has the role Key Vault Crypto Service Encryption User on the key. */
  readonly userAssignedIdentityId: string;
}

export interface CheckpointBucketProps {
  /** Network whose nodes reach it. */
  readonly network: IClusterNetwork;
  /** Name of the storage account, 3 to 24 lower-case letters and digits, unique in all of Azure. Changing it replaces the account. */
  readonly accountName: string;
  /** Days after which a blob moves to the cool tier, at least 1. @default 30 */
  readonly infrequentAccessAfterDays?: number;
  /** Days for which overwritten and deleted blobs can be restored, 1 to 365. @default 14 */
  readonly noncurrentDays?: number;
  /**
   * Days for which no blob can be overwritten or deleted, by any identity, from `noncurrentDays` down to 1. Checkpoints must then have names of their own: no file
   * such as `latest` can be rewritten. The policy is unlocked, so that it can be shortened until you lock it.
   * @default - none
   * @see https://learn.microsoft.com/azure/storage/blobs/immutable-time-based-retention-policy-overview
   */
  readonly immutableDays?: number;
  /** Customer-managed key of the account. @default - keys of the platform */
  readonly customerKey?: CustomerKeyProps;
}
