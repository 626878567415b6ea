import { Problems } from "../../../../errors";
import { checkPropShapes } from "../../../common/prop-shapes";
import { isKnown } from "../../../common/terraform-text";
import type { CheckpointBucketProps } from "./checkpoint-bucket-props";

/** S3 moves nothing to Standard-IA, nor from there on, before 30 days. https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-transition-general-considerations.html */
const LEAST_DAYS_IN_TIER = 30;

/** Checks what a CheckpointBucket was given; throws one error with all problems. */
export function validateCheckpointBucket(path: string, props: CheckpointBucketProps): void {
  checkPropShapes(`CheckpointBucket "${path}"`, props, {
    network: "network",
    bucketName: "text?",
    kmsKeyArn: "kmsKey?",
    accessLogBucketName: "text?",
    deletionProtected: "boolean?",
  });
  const problems = new Problems();
  if (props.bucketName !== undefined) noteBucketName(problems, props.bucketName);
  const infrequentAccess = props.infrequentAccessAfterDays ?? 30;
  const archive = props.archiveAfterDays ?? 90;
  if (!isDays(infrequentAccess) || (infrequentAccess > 0 && infrequentAccess < LEAST_DAYS_IN_TIER)) {
    problems.add(
      "out-of-range",
      "infrequentAccessAfterDays",
      `infrequentAccessAfterDays must be 0 for never or a whole number from ${LEAST_DAYS_IN_TIER}, got ${infrequentAccess}; use ${LEAST_DAYS_IN_TIER}`,
    );
  } else {
    const least = infrequentAccess > 0 ? infrequentAccess + LEAST_DAYS_IN_TIER : 0;
    if (!isDays(archive) || (archive > 0 && archive < least)) {
      const after = least > 0 ? `, ${LEAST_DAYS_IN_TIER} days after infrequentAccessAfterDays` : "";
      problems.add(
        "out-of-range",
        "archiveAfterDays",
        `archiveAfterDays must be 0 for never or a whole number from ${Math.max(least, 1)}${after}, got ${archive}; use ${Math.max(least, 90)}`,
      );
    }
  }
  for (const [prop, fallback] of [
    ["noncurrentDays", 14],
    ["incompleteUploadDays", 3],
  ] as const) {
    const days = props[prop] ?? fallback;
    if (!isDays(days) || days < 1) {
      problems.add(
        "out-of-range",
        prop,
        `${prop} must be a whole number of days, at least 1, got ${days}; use ${fallback}`,
      );
    }
  }
  problems.throwIfAny(`CheckpointBucket "${path}"`);
}

/** Checks the name of an existing bucket; throws. */
export function checkBucketName(where: string, name: string): void {
  const problems = new Problems();
  noteBucketName(problems, name);
  problems.throwIfAny(where);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
function noteBucketName(problems: Problems, name: string): void {
  if (!isKnown(name) || (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && !name.includes(".."))) return;
  const bare = name.replace(/^(s3:\/\/|arn:aws:s3:::)/, "").replace(/\/.*$/, "");
  const suggestion = bare.toLowerCase().replace(/[^a-z0-9.-]+/g, "-");
  problems.add(
    "malformed",
    "bucketName",
    `bucketName must be the bare name, 3 to 63 lower-case letters, digits, dots and dashes, got "${name}"; use "${suggestion}"`,
  );
}

function isDays(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}
