import { instanceTypeUnknown } from "../../../../lib/review/rules/fit/instance-type-unknown";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: instanceTypeUnknown,
  holds: { "p5.48xlarge": p5() },
  fails: {
    "p5.84xlarge": [
      p5({ pool: { instanceType: "p5.84xlarge" } }),
      [{ path: "pools.h100.instanceType", value: "p5.84xlarge" }],
    ],
  },
  doesNotApply: { "a cluster without pools": p5({ cluster: { pools: [] } }) },
};
