import { type Problems, WarpformError } from "../../../errors";
import { isKnown } from "../../common/terraform-text";

/** Zone name to region: `us-east-2a` to `us-east-2`, the Local Zone `us-east-1-dfw-2a` to `us-east-1`; undefined for no zone name. */
export function regionOf(availabilityZone: string): string | undefined {
  return /^([a-z]{2}(?:-[a-z]+)+-\d+)(?:-[a-z]+-\d+)?[a-z]$/.exec(availabilityZone)?.[1];
}

/**
 * Why a region cannot be built in, if it cannot: ARNs, service names and some charts' registries differ in AWS' other partitions.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html (partitions)
 */
export function otherPartition(region: string): string | undefined {
  if (region.startsWith("cn-")) return "AWS China";
  if (region.startsWith("us-gov-")) return "AWS GovCloud (US)";
  if (/^(us-iso|eu-isoe|eusc-)/.test(region)) return "an isolated or sovereign partition of AWS";
  return undefined;
}

/** Names that AWS takes for IAM roles, launch templates and placement groups alike, and that DNS takes as a label. */
export const NAME_PATTERN = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/;

/** Id of the provider in a stack, which no part can have. */
export const PROVIDER_ID = "aws";

/** Ids of file systems, fabrics and the like: they name security groups, keys and tags. */
const PART_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Ids of buckets, which S3 takes in lower case into its own name. */
const BUCKET_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;

/** Stops where the id of a construct cannot be part of the names of what it makes. */
export function checkPartId(construct: string, node: { readonly id: string; readonly path: string }): void {
  checkId(construct, node, PART_ID, "letters, digits, dots, dashes and underscores", "security groups, keys and tags");
}

/** Stops where the id of a construct cannot be part of a bucket's name. */
export function checkBucketId(construct: string, node: { readonly id: string; readonly path: string }): void {
  checkId(construct, node, BUCKET_ID, "letters, digits and dashes", "the bucket");
}

function checkId(
  construct: string,
  { id, path }: { readonly id: string; readonly path: string },
  form: RegExp,
  words: string,
  named: string,
): void {
  if (form.test(id)) return;
  const plain = id
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  const message = `the id must be 1 to 64 ${words}, beginning with a letter or digit, got "${id}"; it names ${named}, so use "${plain || "data"}"`;
  throw new WarpformError(`${construct} "${path}"`, [{ code: "malformed", path: "id", message }]);
}

/** Most characters of a role's or an instance profile's name: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const ROLE_NAME_LENGTH = 64;

/** Stops where cluster and part together make a role's name that IAM does not take. */
export function checkRoleName(construct: string, path: string, clusterName: string, name: string): void {
  const roleName = `${clusterName}-${name}`;
  if (!isKnown(roleName) || roleName.length <= ROLE_NAME_LENGTH) return;
  const over = roleName.length - ROLE_NAME_LENGTH;
  const message = `id and clusterName must make a role's name of at most ${ROLE_NAME_LENGTH} characters, got "${roleName}" of ${roleName.length}; shorten one by ${over}`;
  throw new WarpformError(`${construct} "${path}"`, [{ code: "out-of-range", path: "id", message }]);
}

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateInstanceProfile.html */
const PROFILE_NAME = /^[\w+=,.@-]{1,128}$/;

/** Notes where a given instance profile is not named as EC2 takes it: an ARN, a path. */
export function checkProfileName(problems: Problems, at: string, profile: string | undefined, example: string): void {
  if (!isKnown(profile) || PROFILE_NAME.test(profile)) return;
  const name = profile.split("/").at(-1)!;
  const use = PROFILE_NAME.test(name) ? name : example;
  problems.add("malformed", at, `${at} must be the bare name of an instance profile, got "${profile}"; use "${use}"`);
}

/** Tags that every resource of a cluster carries. */
export function clusterTags(
  clusterName: string,
  name: string,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...extra, Name: name, "warpform:cluster": clusterName };
}
