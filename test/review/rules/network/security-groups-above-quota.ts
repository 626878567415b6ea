import { securityGroupsAboveQuota } from "../../../../lib/review/rules/network/security-groups-above-quota";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: securityGroupsAboveQuota,
  holds: { "five groups": p5({ pool: { securityGroups: 5 } }) },
  fails: {
    "six groups": [
      p5({ pool: { securityGroups: 6 } }),
      [{ path: "pools.h100.mounts", fix: "request 6 for vpc L-2AFB9258, or mount fewer file systems" }],
    ],
    "more than AWS grants": [
      p5({ pool: { securityGroups: 17 } }),
      [
        {
          path: "pools.h100.mounts",
          fix: "mount fewer file systems, or share one client security group",
        },
      ],
    ],
  },
  doesNotApply: { "a pool whose groups are not known": p5() },
};
