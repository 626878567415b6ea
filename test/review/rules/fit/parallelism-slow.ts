import { parallelismSlow } from "../../../../lib/review/rules/fit/parallelism-slow";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: parallelismSlow,
  holds: {
    "twice the tensor ranks of the best layout": at(p5(), {
      ...LLAMA_70B,
      parallelism: { tensor: 8, pipeline: 4, virtualStages: 5, recompute: "elementwise" },
    }),
  },
  fails: {
    "tensor parallelism across two nodes": [
      at(p5(), { ...LLAMA_70B, parallelism: { tensor: 16, pipeline: 2 } }),
      [{ path: "workload.parallelism" }],
    ],
    "recomputing everything": [
      at(p5(), { ...LLAMA_70B, parallelism: { tensor: 4, pipeline: 4, recompute: "full" } }),
      [{ path: "workload.parallelism" }],
    ],
  },
  doesNotApply: {
    "a layout left to the library": at(p5(), LLAMA_70B),
    "a layout that does not fit": at(p5(), { ...LLAMA_70B, parallelism: { tensor: 1 } }),
  },
};
