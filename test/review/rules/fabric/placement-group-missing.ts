import { placementGroupMissing } from "../../../../lib/review/rules/fabric/placement-group-missing";
import { onDemand, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: placementGroupMissing,
  holds: { "on-demand nodes in a cluster group": p5({ pool: { placement: "cluster", capacity: [onDemand()] } }) },
  fails: {
    "on-demand nodes in none": [
      p5({ pool: { placement: "none", capacity: [onDemand()] } }),
      [{ path: "pools.h100.placement", value: "none" }],
    ],
  },
  doesNotApply: { "a reservation, which has a place of its own": p5() },
};
