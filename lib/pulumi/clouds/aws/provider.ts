import type { CloudProvider, Mapping } from "../../plan/kinds";
import generated from "./mapping.generated.json";

/** What stands for Terraform's provider `aws`. */
export const AWS_PROVIDER: CloudProvider = {
  name: "aws",
  package: "@pulumi/aws",
  lowest: "7.48.0",
  settings: {
    region: ["region", "string"],
    profile: ["profile", "string"],
    allowed_account_ids: ["allowedAccountIds", { list: "string" }],
    forbidden_account_ids: ["forbiddenAccountIds", { list: "string" }],
    max_retries: ["maxRetries", "number"],
    token_bucket_rate_limiter_capacity: ["tokenBucketRateLimiterCapacity", "number"],
    default_tags: ["defaultTags", { block: { tags: ["tags", { map: "string" }] } }],
    ignore_tags: [
      "ignoreTags",
      { block: { keys: ["keys", { list: "string" }], key_prefixes: ["keyPrefixes", { list: "string" }] } },
    ],
  },
  mapping: generated as unknown as Mapping,
};
