import { blockEndsBeforeRun } from "../../../lib/review/rules/block-ends-before-run";
import { block, LLAMA_70B, p5 } from "../p5-cluster";
import { at, type RuleCases } from "../rule-cases";

export const cases: RuleCases = {
  rule: blockEndsBeforeRun,
  holds: {
    "14 days for an eight-day run": at(p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block()] } }), LLAMA_70B),
  },
  fails: {
    "five days": [
      at(
        p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block({ endsOn: "2027-01-09T11:30:00Z" })] } }),
        LLAMA_70B,
      ),
      [{ path: "pools.h100.capacity" }],
    ],
  },
  doesNotApply: { "other capacity": at(p5(), LLAMA_70B) },
};
