import { egressShareHigh } from "../../../../lib/review/rules/cost/egress-share-high";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: egressShareHigh,
  holds: { "50 TB a month beside seventeen nodes": at(p5(), { ...LLAMA_70B, egressTBPerMonth: 50 }) },
  fails: {
    "2 PB a month beside seventeen nodes": [
      at(p5(), { ...LLAMA_70B, egressTBPerMonth: 2000 }),
      [{ path: "workload.egressTBPerMonth" }],
    ],
  },
  doesNotApply: {
    "no egress stated": at(p5(), LLAMA_70B),
    "none at all": at(p5(), { ...LLAMA_70B, egressTBPerMonth: 0 }),
    "a region without prices": at(p5({ cluster: { region: "mars-north-1" } }), { ...LLAMA_70B, egressTBPerMonth: 50 }),
  },
};
