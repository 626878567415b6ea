import { blockNotSold } from "../../../../lib/review/rules/capacity/block-not-sold";
import { block, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: blockNotSold,
  holds: {
    "16 nodes for 14 days": p5({ pool: { capacity: [block()] } }),
    "64 nodes for 182 days": p5({
      pool: { capacity: [block({ nodes: 64, startsOn: "2027-01-04T11:30:00Z", endsOn: "2027-07-05T11:30:00Z" })] },
    }),
    "4 blocks of 64 at the same time": p5({
      pool: { nodes: { min: 256, max: 256 }, capacity: Array.from({ length: 4 }, () => block({ nodes: 64 })) },
    }),
    "one day": p5({ pool: { capacity: [block({ endsOn: "2027-01-05T11:30:00Z" })] } }),
  },
  fails: {
    "65 nodes": [
      p5({ pool: { capacity: [block({ nodes: 65 })] } }),
      [{ path: "pools.h100.capacity[0].nodes", value: 65, fix: "split them across 2 blocks" }],
    ],
    "15 days": [
      p5({ pool: { capacity: [block({ endsOn: "2027-01-19T11:30:00Z" })] } }),
      [{ path: "pools.h100.capacity[0].endsOn", value: "15 days", fix: "use 21 days" }],
    ],
    "a block that ends before it starts": [
      p5({ pool: { capacity: [block({ endsOn: "2027-01-03T11:30:00Z" })] } }),
      [{ fix: "set endsOn after startsOn" }],
    ],
    "5 blocks of 64 at the same time": [
      p5({ pool: { nodes: { min: 320, max: 320 }, capacity: Array.from({ length: 5 }, () => block({ nodes: 64 })) } }),
      [{ path: "pools", value: "320 instances in Capacity Blocks at the same time" }],
    ],
    "189 days": [
      p5({ pool: { capacity: [block({ endsOn: "2027-07-12T11:30:00Z" })] } }),
      [{ value: "189 days", fix: "use 182 days" }],
    ],
  },
  doesNotApply: { "no block": p5() },
};
