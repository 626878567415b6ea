import { optional, type Table } from "../../../../props/field";
import { flag, oneOf, text, whole } from "../../../../props/simple-fields";
import { network } from "../../network/network-field";
import { kmsKey, naming } from "../../shared/aws-fields";
import type { CheckpointBucketAttributes, CheckpointBucketProps } from "./checkpoint-bucket-props";
import type { ProgramBucketProps } from "./program-bucket-props";

/** S3 moves nothing to Standard-IA, nor from there on, before 30 days. https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-transition-general-considerations.html */
export const LEAST_DAYS_IN_TIER = 30;

/** What a CheckpointBucket takes. */
export const CHECKPOINT_BUCKET = {
  network: network(),
  bucketName: optional(text()),
  infrequentAccessAfterDays: optional(
    whole({ min: LEAST_DAYS_IN_TIER, or: { value: 0, means: "never" }, unit: "days" }),
    30,
  ),
  archiveAfterDays: optional(whole({ min: 1, or: { value: 0, means: "never" }, unit: "days" }), 90),
  noncurrentDays: optional(whole({ min: 1, unit: "days" }), 14),
  incompleteUploadDays: optional(whole({ min: 1, unit: "days" }), 3),
  kmsKeyArn: optional(kmsKey()),
  accessLogBucketName: optional(naming("bucket", text())),
  deletionProtected: optional(flag(), true),
} satisfies Table<CheckpointBucketProps>;

/** What CheckpointBucket.import takes. */
export const EXISTING_BUCKET = {
  bucketName: naming("bucket", text()),
  kmsKeyArn: optional(kmsKey()),
  purpose: optional(oneOf(["checkpoints", "datasets", "programs", "logs"]), "checkpoints"),
} satisfies Table<CheckpointBucketAttributes>;

/** What a ProgramBucket takes. */
export const PROGRAM_BUCKET = {
  network: network(),
  bucketName: optional(text()),
  kmsKeyArn: optional(kmsKey()),
} satisfies Table<ProgramBucketProps>;
