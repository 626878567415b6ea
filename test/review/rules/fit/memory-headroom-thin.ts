import { modelArchitecture } from "../../../../lib/catalog/models";
import { memoryHeadroomThin } from "../../../../lib/review/rules/fit/memory-headroom-thin";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: memoryHeadroomThin,
  holds: { "70B on 16 p5 nodes": at(p5(), LLAMA_70B) },
  fails: {
    "70B on two p5 nodes": [
      at(p5({ pool: { nodes: { min: 0, max: 2 } } }), LLAMA_70B),
      [{ path: "pools.h100.instanceType", allowed: "80 GiB or less at the upper end of the estimate" }],
    ],
  },
  doesNotApply: {
    "no workload": p5(),
    "a model that does not fit at all": at(p5({ pool: { nodes: { min: 0, max: 1 } } }), {
      ...LLAMA_70B,
      model: modelArchitecture("llama-3.1-405b"),
    }),
  },
};
