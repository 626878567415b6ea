import { spotForDeadline } from "../../../../lib/review/rules/capacity/spot-for-deadline";
import { LLAMA_70B, onDemand, p5, spot } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: spotForDeadline,
  holds: {
    "a reservation": at(p5(), { ...LLAMA_70B, deadlineDays: 30 }),
    "Spot with On-Demand behind it, and twice the time that the run takes": at(
      p5({ pool: { capacity: [spot(), onDemand()] } }),
      { ...LLAMA_70B, tokens: 1e10, deadlineDays: 3 },
    ),
  },
  fails: {
    "spot first": [
      at(p5({ pool: { capacity: [spot(), onDemand()] } }), { ...LLAMA_70B, deadlineDays: 15 }),
      [{ path: "pools.h100.capacity[0]", value: "spot" }],
    ],
    "Spot alone, however much time there is": [
      at(p5({ pool: { capacity: [spot()] } }), { ...LLAMA_70B, tokens: 1e10, deadlineDays: 300 }),
      [{ path: "pools.h100.capacity[0]" }],
    ],
  },
  doesNotApply: { "no deadline": at(p5({ pool: { capacity: [spot()] } }), LLAMA_70B) },
};
