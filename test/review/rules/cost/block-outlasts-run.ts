import { blockOutlastsRun } from "../../../../lib/review/rules/cost/block-outlasts-run";
import { block, LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: blockOutlastsRun,
  holds: { "14 days for eight": at(p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block()] } }), LLAMA_70B) },
  fails: {
    "28 days for eight": [
      at(
        p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block({ endsOn: "2027-02-01T11:30:00Z" })] } }),
        LLAMA_70B,
      ),
      [
        {
          path: "pools.h100.capacity",
          // 16 nodes x 28 days x 24 h x 47.76 USD
          value: expect.stringMatching(/^28 days for 514,000 USD, for a run of 8/),
        },
      ],
    ],
  },
  doesNotApply: { "no block": at(p5(), LLAMA_70B) },
};
