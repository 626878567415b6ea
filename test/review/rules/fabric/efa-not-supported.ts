import { efaNotSupported } from "../../../../lib/review/rules/fabric/efa-not-supported";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: efaNotSupported,
  holds: { "p5 nodes on EFA": p5() },
  fails: {
    "g5.4xlarge on EFA": [
      p5({ pool: { instanceType: "g5.4xlarge" } }),
      [{ path: "pools.h100.instanceType", value: "g5.4xlarge" }],
    ],
  },
  doesNotApply: { "a pool without a fabric": p5({ pool: { fabric: null } }) },
};
