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
      [{ path: "pools.h100.capacity" }],
    ],
  },
  doesNotApply: { "no block": at(p5(), LLAMA_70B) },
};
