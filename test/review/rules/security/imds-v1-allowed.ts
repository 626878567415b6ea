import { imdsV1Allowed } from "../../../../lib/review/rules/security/imds-v1-allowed";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: imdsV1Allowed,
  holds: { "IMDSv2 only": p5() },
  fails: {
    "both versions": [p5({ ec2: { imdsV2Required: false } }), [{ path: "pools.h100.imdsV2Required" }]],
  },
  doesNotApply: { "a cluster without pools": p5({ cluster: { pools: [] } }) },
};
