import { existingResourceUnconfirmed } from "../../../../lib/review/rules/security/existing-resource-unconfirmed";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const KEY = "arn:aws:kms:us-east-2:123456789012:key/a";

export const cases: RuleCases = {
  rule: existingResourceUnconfirmed,
  holds: {
    "a fabric's group, which has a rule of its own": p5({
      cluster: { given: [{ kind: "security-group", path: "fabrics.fabric.securityGroupId", id: "sg-1" }] },
    }),
  },
  fails: {
    "a key that two parts name, once": [
      p5({
        cluster: {
          given: [
            { kind: "kms-key", path: "fileSystems.scratch.kmsKeyArn", id: KEY },
            {
              kind: "kms-key",
              path: "monitoring.monitoring.kmsKeyArn",
              id: KEY,
              allows: ["logs.us-east-2.amazonaws.com"],
            },
          ],
        },
      }),
      [
        {
          path: "fileSystems.scratch.kmsKeyArn",
          value: `existing KMS key ${KEY}, also of monitoring.monitoring.kmsKeyArn`,
          allowed:
            "an enabled symmetric key in the Region of the design, whose policy allows logs.us-east-2.amazonaws.com to use it",
          fix: "run preflight.sh, which reads it",
        },
      ],
    ],
    "an id that only Terraform knows": [
      p5({ cluster: { given: [{ kind: "bucket", path: "buckets.data.bucketName", id: null }] } }),
      [
        {
          path: "buckets.data.bucketName",
          value: "existing bucket whose id only Terraform knows",
          fix: "confirm it once the id is known",
        },
      ],
    ],
  },
  doesNotApply: { "nothing that exists already": p5() },
};
