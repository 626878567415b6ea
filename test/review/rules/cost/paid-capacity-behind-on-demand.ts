import { paidCapacityBehindOnDemand } from "../../../../lib/review/rules/cost/paid-capacity-behind-on-demand";
import { onDemand, p5, reservation } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: paidCapacityBehindOnDemand,
  holds: { "the reservation first": p5() },
  fails: {
    "on-demand first": [
      p5({ pool: { capacity: [onDemand(), reservation()] } }),
      [{ path: "pools.h100.capacity[1]", value: "reservation after on-demand" }],
    ],
  },
  doesNotApply: { "nothing reserved": p5({ pool: { capacity: [onDemand()] } }) },
};
