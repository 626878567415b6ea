import { reservationPromisedTwice } from "../../../../lib/review/rules/capacity/reservation-promised-twice";
import { onDemand, p5, reservation } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: reservationPromisedTwice,
  holds: { "one pool on it": p5() },
  fails: {
    "two sources that each want all of it": [
      p5({ pool: { capacity: [reservation({ nodes: null }), reservation({ nodes: null })] } }),
      [{ path: "pools.h100.capacity[0].nodes" }, { path: "pools.h100.capacity[1].nodes" }],
    ],
  },
  doesNotApply: { "no reservation": p5({ pool: { capacity: [onDemand()] } }) },
};
