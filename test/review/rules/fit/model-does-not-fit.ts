import { modelArchitecture } from "../../../../lib/catalog/models";
import { modelDoesNotFit } from "../../../../lib/review/rules/fit/model-does-not-fit";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: modelDoesNotFit,
  holds: { "70B on 16 p5 nodes": at(p5(), LLAMA_70B), "8B on an L40S": at(serving(), CHAT_8B) },
  fails: {
    "405B on one p5 node": [
      at(p5({ pool: { nodes: { min: 0, max: 1 } } }), { ...LLAMA_70B, model: modelArchitecture("llama-3.1-405b") }),
      [{ path: "pools.h100.nodes.max", value: "8 GPUs of 80 GiB" }],
    ],
    "70B in BF16 on a single L40S": [
      at(serving(), { ...CHAT_8B, model: modelArchitecture("llama-3.1-70b") }),
      [{ path: "pools.l40s.instanceType" }],
    ],
  },
  doesNotApply: { "a design without a workload": p5() },
};
