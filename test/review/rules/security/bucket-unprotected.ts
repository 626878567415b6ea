import { bucketUnprotected } from "../../../../lib/review/rules/security/bucket-unprotected";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: bucketUnprotected,
  holds: {
    "a checkpoint bucket with all three": p5(),
    "logs without versions": p5({ bucket: { purpose: "logs", versioned: false } }),
  },
  fails: {
    "checkpoints without versions": [p5({ bucket: { versioned: false } }), [{ path: "buckets.data.versioned" }]],
    "a plain public bucket": [
      p5({ bucket: { encrypted: false, publicAccessBlocked: false } }),
      [{ path: "buckets.data.encrypted" }, { path: "buckets.data.publicAccessBlocked" }],
    ],
  },
  doesNotApply: { "no buckets": p5({ cluster: { buckets: [] } }) },
};
