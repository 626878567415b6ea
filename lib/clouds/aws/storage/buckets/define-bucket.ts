import { byDefault, type Definition, defined, derived, given } from "../../../../model/definition";
import type { Bucket } from "../../../../model/model";
import { CHECKPOINT_BUCKET } from "./bucket-tables";
import type { CheckpointBucketProps } from "./checkpoint-bucket-props";
import { validateCheckpointBucket } from "./checkpoint-bucket-validation";

/** What a bucket for checkpoints and datasets is. */
export interface BucketValues {
  readonly name: string;
  /** Whole name; null where one is made from the cluster's and its own. */
  readonly bucketName: string | null;
  /** Days after which an object moves to a colder tier; null for never. */
  readonly infrequentAccessAfterDays: number | null;
  readonly archiveAfterDays: number | null;
  /** Days after which an overwritten or deleted object is gone. */
  readonly noncurrentDays: number;
  readonly incompleteUploadDays: number;
  /** Key that was given; null where one is made. */
  readonly kmsKeyArn: string | null;
  readonly deletionProtected: boolean;
}

export type BucketDefinition = Definition<BucketValues>;

/** Days of a prop that says "never" by 0. */
const days = (value: number): number | null => (value > 0 ? value : null);

/**
 * A bucket with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineBucket(
  props: CheckpointBucketProps,
  { path, id }: { readonly path: string; readonly id: string },
): BucketDefinition {
  validateCheckpointBucket(path, props);
  const { infrequentAccessAfterDays, archiveAfterDays } = props;
  return defined<BucketValues>({
    name: derived(id, "id"),
    bucketName: given(props.bucketName) ?? byDefault(null),
    infrequentAccessAfterDays:
      infrequentAccessAfterDays === undefined
        ? byDefault(CHECKPOINT_BUCKET.infrequentAccessAfterDays.default)
        : given(days(infrequentAccessAfterDays))!,
    archiveAfterDays:
      archiveAfterDays === undefined
        ? byDefault(CHECKPOINT_BUCKET.archiveAfterDays.default)
        : given(days(archiveAfterDays))!,
    noncurrentDays: given(props.noncurrentDays) ?? byDefault(CHECKPOINT_BUCKET.noncurrentDays.default),
    incompleteUploadDays:
      given(props.incompleteUploadDays) ?? byDefault(CHECKPOINT_BUCKET.incompleteUploadDays.default),
    kmsKeyArn: given(props.kmsKeyArn) ?? byDefault(null),
    deletionProtected: given(props.deletionProtected) ?? byDefault(true),
  });
}

/** A new bucket in the plain terms of the model. */
export function describeBucket({ name, deletionProtected }: BucketDefinition, writable: boolean): Bucket {
  return {
    name,
    purpose: "checkpoints",
    writable,
    versioned: true,
    encrypted: true,
    publicAccessBlocked: true,
    deletionProtected,
  };
}
