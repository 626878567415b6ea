import { spotForDeadline } from "../../../../lib/review/rules/capacity/spot-for-deadline";
import { LLAMA_70B, onDemand, p5, spot } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: spotForDeadline,
  holds: { "a reservation": at(p5(), { ...LLAMA_70B, deadlineDays: 30 }) },
  fails: {
    "spot first": [
      at(p5({ pool: { capacity: [spot(), onDemand()] } }), { ...LLAMA_70B, deadlineDays: 30 }),
      [{ path: "pools.h100.capacity[0]", value: "spot" }],
    ],
  },
  doesNotApply: { "no deadline": at(p5({ pool: { capacity: [spot()] } }), LLAMA_70B) },
};
