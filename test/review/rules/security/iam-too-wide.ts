import { iamTooWide } from "../../../../lib/review/rules/security/iam-too-wide";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: iamTooWide,
  holds: {
    "a named action": p5({
      cluster: { roles: [{ name: "node", statements: [{ actions: ["s3:GetObject"], resources: ["*"] }] }] },
    }),
  },
  fails: {
    "all of S3": [
      p5({ cluster: { roles: [{ name: "node", statements: [{ actions: ["s3:*"], resources: ["*"] }] }] } }),
      [{ path: "roles.node", value: "s3:* on *" }],
    ],
    everything: [
      p5({ cluster: { roles: [{ name: "node", statements: [{ actions: ["*"], resources: ["*"] }] }] } }),
      [{ path: "roles.node", value: "* on *" }],
    ],
  },
  doesNotApply: { "roles that are not known": p5() },
};
