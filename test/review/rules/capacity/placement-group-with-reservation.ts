import { placementGroupWithReservation } from "../../../../lib/review/rules/capacity/placement-group-with-reservation";
import { block, onDemand, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: placementGroupWithReservation,
  holds: {
    "a reservation without a group": p5(),
    "on-demand nodes in a group of their own beside a block": p5({
      pool: { placement: "cluster", capacity: [block(), onDemand()] },
    }),
    "a reservation made inside an existing group": p5({ pool: { placement: "existing" } }),
  },
  fails: {
    "reserved nodes only, with a new group": [
      p5({ pool: { placement: "cluster", capacity: [block()] } }),
      [{ path: "pools.h100.placement", value: "cluster" }],
    ],
    "a Capacity Block in an existing group": [
      p5({ pool: { placement: "existing", capacity: [block()] } }),
      [{ path: "pools.h100.placement", value: "existing" }],
    ],
  },
  doesNotApply: { "on-demand nodes": p5({ pool: { capacity: [onDemand()] } }) },
};
