import { Problems } from "../../../../errors";
import { checkProps } from "../../../common/check-props";
import { isKnown } from "../../../common/terraform-text";
import { CHECKPOINT_BUCKET, LEAST_DAYS_IN_TIER } from "./bucket-tables";
import type { CheckpointBucketProps } from "./checkpoint-bucket-props";

/** Checks what a CheckpointBucket was given; throws one error with all problems. */
export function validateCheckpointBucket(path: string, props: CheckpointBucketProps): void {
  const problems = checkProps(`CheckpointBucket "${path}"`, CHECKPOINT_BUCKET, props);
  if (props.bucketName !== undefined) noteBucketName(problems, props.bucketName);
  const infrequentAccess = props.infrequentAccessAfterDays ?? CHECKPOINT_BUCKET.infrequentAccessAfterDays.default;
  const archive = props.archiveAfterDays ?? CHECKPOINT_BUCKET.archiveAfterDays.default;
  const least = infrequentAccess > 0 ? infrequentAccess + LEAST_DAYS_IN_TIER : 0;
  if (Number.isFinite(least) && archive > 0 && archive < least) {
    problems.add(
      "out-of-range",
      "archiveAfterDays",
      `archiveAfterDays must be 0 for never or a whole number from ${least}, ${LEAST_DAYS_IN_TIER} days after infrequentAccessAfterDays, got ${archive}; use ${Math.max(least, 90)}`,
    );
  }
  problems.throwIfAny(`CheckpointBucket "${path}"`);
}

/** Checks the name of an existing bucket; throws. */
export function checkBucketName(where: string, name: string): void {
  const problems = new Problems();
  noteBucketName(problems, name);
  problems.throwIfAny(where);
}

/** Names that are no general purpose bucket's, by what S3 reserves for them, with what to write instead. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [
    /--x-s3$/,
    "is a directory bucket (S3 Express One Zone), which takes other actions (s3express:CreateSession), another ARN and endpoint; use a general purpose bucket, or give its statements with pool.grant",
  ],
  [
    /-s3alias$|--ol-s3$|\.mrap$/,
    "is an access point, whose policies name its own ARN; use the bucket behind it, or give statements with pool.grant",
  ],
  [/^\d+\.\d+\.\d+\.\d+$/, "has the form of an IP address, which S3 refuses; use a name with letters"],
  [/^(xn--|sthree-|amzn-s3-demo-)|--table-s3$/, "has a prefix or suffix that S3 reserves; use another name"],
];

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
function noteBucketName(problems: Problems, name: string): void {
  const other = OTHERS.find(([form]) => form.test(name));
  if (isKnown(name) && other !== undefined) {
    problems.add("not-allowed", "bucketName", `bucketName "${name}" ${other[1]}`);
    return;
  }
  if (!isKnown(name) || (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && !name.includes(".."))) return;
  const bare = name.replace(/^(s3:\/\/|arn:aws:s3:::)/, "").replace(/\/.*$/, "");
  const suggestion = bare.toLowerCase().replace(/[^a-z0-9.-]+/g, "-");
  problems.add(
    "malformed",
    "bucketName",
    `bucketName must be the bare name, 3 to 63 lower-case letters, digits, dots and dashes, got "${name}"; use "${suggestion}"`,
  );
}
