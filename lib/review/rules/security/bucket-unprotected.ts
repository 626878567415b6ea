import type { Bucket } from "../../../model/model";
import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const bucketUnprotected: Rule = {
  id: "bucket-unprotected",
  area: "security",
  severity: "warning",
  clouds: "all",
  title: "Bucket without encryption, public access block or versioning",
  why: "A public or unencrypted bucket exposes weights and data. Without versioning, a faulty job that overwrites or deletes checkpoints ends the run.",
  fix: "Keep `encrypted`, `publicAccessBlocked` and, for checkpoints, `versioned` enabled (the default).",
  verify:
    "On AWS, run `aws s3api get-public-access-block`, `get-bucket-encryption` and `get-bucket-versioning` for the bucket; on Azure, `az storage account show --name ACCOUNT --query '[allowBlobPublicAccess,encryption.keySource]'`.",
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
          fix: set(prop, true),
        }));
    }),
};
