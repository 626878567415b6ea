import { imdsVersionUnset } from "../../../../lib/review/rules/security/imds-version-unset";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: imdsVersionUnset,
  holds: { "IMDSv2 only": p5(), "both versions, which another rule finds": p5({ ec2: { imdsV2Required: false } }) },
  fails: {
    "nothing said of the version": [
      p5({ ec2: { imdsV2Required: null } }),
      [{ path: "pools.h100.imdsV2Required", value: null }],
    ],
  },
  doesNotApply: { "a cluster without pools": p5({ cluster: { pools: [] } }) },
};
