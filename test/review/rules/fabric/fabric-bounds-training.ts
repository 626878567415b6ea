import { fabricBoundsTraining } from "../../../../lib/review/rules/fabric/fabric-bounds-training";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fabricBoundsTraining,
  holds: { "70B on p5": at(p5(), LLAMA_70B) },
  fails: {
    "70B with a small batch on L40S": [
      at(p5({ pool: { instanceType: "g6e.12xlarge", nodes: { min: 0, max: 32 } } }), {
        ...LLAMA_70B,
        globalBatchSequences: 32,
      }),
      [{ path: "pools.h100.instanceType", allowed: "25 % or less" }],
    ],
    "a declared layout whose tensor parallelism spans two nodes": [
      at(p5(), { ...LLAMA_70B, parallelism: { tensor: 64, microBatchSequences: 1 } }),
      [{ path: "workload.parallelism" }],
    ],
  },
  doesNotApply: { "no workload": p5() },
};
