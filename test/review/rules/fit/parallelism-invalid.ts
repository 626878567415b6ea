import { modelArchitecture } from "../../../../lib/catalog/models";
import { parallelismInvalid } from "../../../../lib/review/rules/fit/parallelism-invalid";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: parallelismInvalid,
  holds: { "tensor 8 x pipeline 4": at(p5(), { ...LLAMA_70B, parallelism: { tensor: 8, pipeline: 4 } }) },
  fails: {
    "heads that five ranks do not divide": [
      at(p5(), { ...LLAMA_70B, parallelism: { tensor: 5, data: 2 } }),
      [{ path: "workload.parallelism" }, { path: "workload.parallelism" }, { path: "workload.parallelism" }],
    ],
    "more GPUs than the pool has": [
      at(p5(), { ...LLAMA_70B, parallelism: { tensor: 8, data: 32 } }),
      [{ path: "workload.parallelism", value: "it takes 256 GPUs, and the pool has 136 GPUs" }],
    ],
    "state that the hosts do not hold": [
      at(p5(), {
        ...LLAMA_70B,
        model: modelArchitecture("llama-3.1-405b"),
        parallelism: { zeroStage: 3, offload: "optimizer-and-weights", data: 8 },
      }),
      [
        {
          path: "workload.parallelism",
          value: "its offloaded state takes 6.64 TiB of each host and more for buffers, and p5.48xlarge has 2 TiB",
        },
      ],
    ],
    "weights on the host of ZeRO 1": [
      at(p5(), { ...LLAMA_70B, parallelism: { offload: "optimizer-and-weights", data: 8 } }),
      [{ path: "workload.parallelism", fix: "use 3" }],
    ],
    "experts of a dense model": [
      at(p5(), { ...LLAMA_70B, parallelism: { tensor: 8, pipeline: 4, expert: 2 } }),
      [{ path: "workload.parallelism", fix: "use 1" }],
    ],
  },
  doesNotApply: { "a layout left to the library": at(p5(), LLAMA_70B), "no workload": p5() },
};
