import { imdsHopLimitWide } from "../../../../lib/review/rules/security/imds-hop-limit-wide";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: imdsHopLimitWide,
  holds: { "one hop": p5(), "two hops": ray() },
  fails: {
    three: [p5({ ec2: { imdsHopLimit: 3 } }), [{ path: "pools.h100.imdsHopLimit", value: 3 }]],
  },
  doesNotApply: { "a cluster without pools": p5({ cluster: { pools: [] } }) },
};
