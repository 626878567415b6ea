import { capacityShort } from "../../../../lib/review/rules/capacity/capacity-short";
import { p5, reservation } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: capacityShort,
  holds: { "a reservation of 17 for 17 nodes": p5({ pool: { capacity: [reservation()] } }) },
  fails: {
    "a reservation of 16 for 17 nodes": [
      p5({ pool: { capacity: [reservation({ nodes: 16 })] } }),
      [{ path: "pools.h100.nodes.max", value: 17, fix: "lower nodes.max to 16, or add Capacity.onDemand()" }],
    ],
  },
  doesNotApply: { "an unlimited source": p5() },
};
