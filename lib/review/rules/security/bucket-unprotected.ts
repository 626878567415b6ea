import type { Bucket } from "../../../model/model";
import { checkEach, type Rule } from "../../rule";

export const bucketUnprotected: Rule = {
  id: "bucket-unprotected",
  area: "security",
  severity: "warning",
  clouds: "all",
  title: "bucket that leaves out encryption, the public access block, or versions of checkpoints",
  why: "A public or unencrypted bucket leaks weights and data; without versions a faulty job that overwrites or deletes checkpoints ends the run.",
  fix: "Leave `encrypted`, `publicAccessBlocked` and, for checkpoints, `versioned` on.",
  verify: "`aws s3api get-public-access-block`, `get-bucket-encryption` and `get-bucket-versioning` for the bucket.",
  source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html",
  check: (design) =>
    checkEach(design.cluster.buckets, (bucket) => {
      const wanted = [
        "encrypted",
        "publicAccessBlocked",
        ...(bucket.purpose === "checkpoints" ? ["versioned"] : []),
      ] as const;
      return (wanted as readonly (keyof Bucket)[])
        .filter((prop) => !bucket[prop])
        .map((prop) => ({
          path: `buckets.${bucket.name}.${prop}`,
          value: false,
          allowed: "true",
          fix: `leave ${prop} at its default`,
        }));
    }),
};
