import { modelArchitecture } from "../../../../lib/catalog/models";
import { memoryHeadroomThin } from "../../../../lib/review/rules/fit/memory-headroom-thin";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { deployed } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const QWEN_32B = modelArchitecture("qwen3-32b");

export const cases: RuleCases = {
  rule: memoryHeadroomThin,
  holds: {
    "8B on 16 p5 nodes": at(p5(), { ...LLAMA_70B, model: modelArchitecture("llama-3.1-8b") }),
    "a service with room": at(deployed(), CHAT_8B),
  },
  fails: {
    "70B on two p5 nodes": [
      at(p5({ pool: { nodes: { min: 0, max: 2 } } }), LLAMA_70B),
      [
        {
          path: "pools.h100.instanceType",
          allowed: "80 GiB or less at the upper end of the estimate",
          severity: "warning",
        },
      ],
    ],
    "32B on one p5 node, whose expected figure leaves under 5 %": [
      at(p5({ pool: { nodes: { min: 0, max: 1 } } }), {
        ...LLAMA_70B,
        model: QWEN_32B,
        sequenceLength: 4096,
        globalBatchSequences: 192,
      }),
      [{ path: "pools.h100.instanceType", fix: "add nodes, or use a GPU with more memory", severity: "warning" }],
    ],
    "8B of FSDP2 on A100s of 40 GB, which smaller microbatches fit": [
      at(p5({ pool: { instanceType: "p4d.24xlarge", nodes: { min: 0, max: 6 } } }), {
        ...LLAMA_70B,
        model: modelArchitecture("llama-3-8b"),
        framework: "fsdp2",
        sequenceLength: 4096,
        globalBatchSequences: 384,
      }),
      [
        {
          fix: "take microbatches of one sequence: 15.5 GiB (12.2–21.7 GiB), which fits; or add nodes, or use a GPU with more memory",
          severity: "warning",
        },
      ],
    ],
    "70B on 16 p5 nodes, which fits by the formulas and not by every published run": [
      at(p5(), LLAMA_70B),
      [
        {
          value: "up to 70.9 GiB by the formulas, 91.9 GiB by published runs",
          fix: "borderline, decided by activations (30.3 GiB): measure one step, or take full recomputation: 38.1 GiB (30.1–53.4 GiB), which fits",
          severity: "info",
        },
      ],
    ],
    "70B in FP8 on one H100, where they may fit at best": [
      at(deployed({ model: LLAMA_70B.model, precision: "fp8" }, { instanceType: "p5.4xlarge" }), {
        ...CHAT_8B,
        model: LLAMA_70B.model,
        precision: "fp8",
      }),
      [{ path: "pools.l40s.instanceType", severity: "warning" }],
    ],
    "32B on one H100, where some engines leave no room": [
      at(deployed({ model: QWEN_32B }, { instanceType: "p5.4xlarge" }), { ...CHAT_8B, model: QWEN_32B }),
      [
        {
          path: "pools.l40s.instanceType",
          value: "8.98 GiB left for the KV cache (11.2 %), 0 GiB by published engines",
          severity: "info",
        },
      ],
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
