import { optional, type Table } from "../../../props/field";
import { text, whole } from "../../../props/simple-fields";
import { network } from "../network/network-field";
import type { CheckpointBucketProps } from "./checkpoint-bucket-props";

export const COOL_AFTER_DAYS = 30;
export const RESTORABLE_DAYS = 14;

/** What a CheckpointBucket takes. */
export const CHECKPOINT_BUCKET = {
  network: network(),
  accountName: text({
    like: /^[a-z0-9]{3,24}$/,
    words: "3 to 24 lower-case letters and digits",
    example: "traincheckpoints",
  }),
  infrequentAccessAfterDays: optional(whole({ min: 1, max: 99_999 }), COOL_AFTER_DAYS),
  noncurrentDays: optional(whole({ min: 1, max: 365 }), RESTORABLE_DAYS),
} satisfies Table<CheckpointBucketProps>;
