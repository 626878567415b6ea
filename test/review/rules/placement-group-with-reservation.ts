import { placementGroupWithReservation } from "../../../lib/review/rules/placement-group-with-reservation";
import { block, onDemand, p5 } from "../p5-cluster";
import type { RuleCases } from "../rule-cases";

export const cases: RuleCases = {
  rule: placementGroupWithReservation,
  holds: {
    "a reservation without a group": p5(),
    "a reservation made inside an existing group": p5({ pool: { placement: "existing" } }),
  },
  fails: {
    "a reservation with a new group": [
      p5({ pool: { placement: "cluster" } }),
      [{ path: "pools.h100.placement", value: "cluster" }],
    ],
    "a Capacity Block in an existing group": [
      p5({ pool: { placement: "existing", capacity: [block()] } }),
      [{ path: "pools.h100.placement", value: "existing" }],
    ],
  },
  doesNotApply: { "on-demand nodes": p5({ pool: { capacity: [onDemand()] } }) },
};
