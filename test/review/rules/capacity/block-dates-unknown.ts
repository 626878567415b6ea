import { blockDatesUnknown } from "../../../../lib/review/rules/capacity/block-dates-unknown";
import { block, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: blockDatesUnknown,
  holds: { "a block with both dates": p5({ pool: { capacity: [block()] } }) },
  fails: {
    "a block without an end": [
      p5({ pool: { capacity: [block({ endsOn: null })] } }),
      [{ path: "pools.h100.capacity[0]", value: "2027-01-04T11:30:00Z, no end" }],
    ],
    "a date that is none": [
      p5({ pool: { capacity: [block({ startsOn: "next week" })] } }),
      [{ path: "pools.h100.capacity[0]" }],
    ],
  },
  doesNotApply: { "other capacity": p5() },
};
