import { tensorParallelWithoutNvlink } from "../../../../lib/review/rules/fit/tensor-parallel-without-nvlink";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: tensorParallelWithoutNvlink,
  holds: { "70B on p5": at(p5(), LLAMA_70B) },
  fails: {
    "70B on L40S": [
      at(p5({ pool: { instanceType: "g6e.48xlarge" } }), { ...LLAMA_70B, globalBatchSequences: 64 }),
      [{ path: "pools.h100.instanceType" }],
    ],
  },
  doesNotApply: { "no workload": p5() },
};
