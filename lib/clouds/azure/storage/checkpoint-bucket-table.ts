import { optional, type Table } from "../../../props/field";
import { part } from "../../../props/nested-fields";
import { text, whole } from "../../../props/simple-fields";
import { accountName } from "../network/cluster-network-table";
import { network } from "../network/network-field";
import type { CheckpointBucketProps, CustomerKeyProps } from "./checkpoint-bucket-props";

export const COOL_AFTER_DAYS = 30;
export const RESTORABLE_DAYS = 14;

const CUSTOMER_KEY = {
  keyVaultKeyId: text({
    like: /^https:\/\/[a-zA-Z0-9-]+\.vault\.azure\.net\/keys\/[a-zA-Z0-9-]+\/?$/,
    words: "the versionless id of a key in a key vault",
    example: "https://train.vault.azure.net/keys/checkpoints",
  }),
  userAssignedIdentityId: text({
    like: /^\/subscriptions\/.+\/userAssignedIdentities\/[^/]+$/i,
    words: "the resource id of a user-assigned identity",
    example: "/subscriptions/…/userAssignedIdentities/checkpoints-key",
  }),
} satisfies Table<CustomerKeyProps>;

/** What a CheckpointBucket takes. */
export const CHECKPOINT_BUCKET = {
  network: network(),
  accountName: accountName("traincheckpoints"),
  infrequentAccessAfterDays: optional(whole({ min: 1, max: 99_999 }), COOL_AFTER_DAYS),
  noncurrentDays: optional(whole({ min: 1, max: 365 }), RESTORABLE_DAYS),
  immutableDays: optional(whole({ min: 1, max: 365 })),
  customerKey: optional(part<CustomerKeyProps>(CUSTOMER_KEY)),
} satisfies Table<CheckpointBucketProps>;
