import { blockEndsBeforeRun } from "../../../../lib/review/rules/capacity/block-ends-before-run";
import { block, LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: blockEndsBeforeRun,
  holds: {
    "14 days for an eight-day run": at(p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block()] } }), LLAMA_70B),
    "two blocks of five days in a row": at(
      p5({
        pool: {
          nodes: { min: 16, max: 16 },
          capacity: [
            block({ endsOn: "2027-01-09T11:30:00Z" }),
            block({ startsOn: "2027-01-09T11:30:00Z", endsOn: "2027-01-14T11:30:00Z" }),
          ],
        },
      }),
      LLAMA_70B,
    ),
  },
  fails: {
    "five days": [
      at(
        p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block({ endsOn: "2027-01-09T11:30:00Z" })] } }),
        LLAMA_70B,
      ),
      [{ path: "pools.h100.capacity" }],
    ],
    "two blocks of five days at the same time": [
      at(
        p5({
          pool: {
            nodes: { min: 16, max: 16 },
            capacity: [8, 8].map((nodes) => block({ nodes, endsOn: "2027-01-09T11:30:00Z" })),
          },
        }),
        LLAMA_70B,
      ),
      [{ path: "pools.h100.capacity", fix: "buy a block of 12 days, or add Capacity.onDemand()" }],
    ],
  },
  doesNotApply: { "other capacity": at(p5(), LLAMA_70B) },
};
