import { blockMayEndBeforeRun } from "../../../../lib/review/rules/capacity/block-may-end-before-run";
import { block, LLAMA_70B, onDemand, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

// The run takes 8.9 days, 11.6 at the slow end.
const days = (end: string, more: ReturnType<typeof onDemand>[] = []) =>
  at(
    p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block({ endsOn: `2027-01-${end}` }), ...more] } }),
    LLAMA_70B,
  );

export const cases: RuleCases = {
  rule: blockMayEndBeforeRun,
  holds: {
    "14 days": days("18T11:30:00Z"),
    "five days, of which block-ends-before-run tells": days("09T11:30:00Z"),
  },
  fails: {
    "ten days": [
      days("14T11:30:00Z"),
      [
        {
          path: "pools.h100.capacity",
          value: expect.stringMatching(/^9.98 days for a run of 8.86 /),
          fix: "buy a block of 12 days, or add Capacity.onDemand()",
        },
      ],
    ],
  },
  doesNotApply: { "other capacity behind it": days("14T11:30:00Z", [onDemand()]) },
};
