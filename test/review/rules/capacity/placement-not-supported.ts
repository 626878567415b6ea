import { placementNotSupported } from "../../../../lib/review/rules/capacity/placement-not-supported";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: placementNotSupported,
  holds: { "p5 in a cluster group": p5({ pool: { placement: "cluster" } }) },
  fails: {
    "t3 in a cluster group": [
      p5({ pool: { instanceType: "t3.large", placement: "cluster" } }),
      [{ path: "pools.h100.placement", value: "cluster" }],
    ],
  },
  doesNotApply: { "no group": p5() },
};
