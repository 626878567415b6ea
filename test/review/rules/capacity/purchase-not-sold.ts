import { purchaseNotSold } from "../../../../lib/review/rules/capacity/purchase-not-sold";
import { block, onDemand, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: purchaseNotSold,
  holds: { "p5 on demand": p5(), "p5 from a Capacity Block": p5({ pool: { capacity: [block()] } }) },
  fails: {
    "g5 from a Capacity Block": [
      p5({ pool: { instanceType: "g5.48xlarge", capacity: [block(), onDemand()] } }),
      [{ path: "pools.h100.capacity[0]", value: "block", fix: "use on-demand or spot" }],
    ],
    "p5e on demand": [
      p5({ pool: { instanceType: "p5e.48xlarge", capacity: [onDemand()] } }),
      [{ path: "pools.h100.capacity[0]", value: "on-demand", fix: "use capacity-block or spot" }],
    ],
  },
  doesNotApply: { "an unknown type": p5({ pool: { instanceType: "p9.48xlarge" } }) },
};
