import { z } from "zod";
import { derived, fallback, unset } from "../key";
import { part } from "../place";
import { strictObject } from "../strict-object";
import { stateKey, stateRegion } from "./state-place";

const text = z.string();

export const stateSchema = strictObject(() => ({
  bucket: text
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      "must be a bucket's name: 3 to 63 lower-case letters, digits, dots and dashes",
    )
    .describe("Existing S3 bucket with versioning, and that holds nothing of the cluster itself"),
  key: derived(
    text.min(1).max(1024),
    "Object that holds the state",
    "<name of the stack>/terraform.tfstate",
    // Each of several regions has a stack of its own.
    ({ root }) => (part(root, "architecture").kind === "inferenceRegions" ? null : stateKey(String(root.name))),
  ),
  region: derived(text, "Region of the bucket", "that of the (first) zone", ({ root }) =>
    stateRegion(String(part(root, "network").availabilityZone)),
  ),
  lock: fallback(
    z.boolean(),
    true,
    "Whether a lock object next to the state locks it; Terraform 1.10, OpenTofu 1.10 or later",
  ),
  kmsKeyArn: unset(text, "KMS key that encrypts the state", "the bucket's own encryption"),
})).describe("Where Terraform keeps its state: a bucket, instead of a local file");
