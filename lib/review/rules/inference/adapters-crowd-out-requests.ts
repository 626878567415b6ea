import { gib } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const adaptersCrowdOutRequests: Rule = {
  id: "adapters-crowd-out-requests",
  area: "inference",
  severity: "warning",
  clouds: "all",
  title: "LoRA adapters use more memory than the KV cache",
  why: "Each adapter on the GPU takes memory from the KV cache, so fewer requests run concurrently and the rest wait.",
  fix: "Keep fewer adapters on the GPU (others load from host memory on request), lower the rank, or use GPUs with more memory.",
  verify: "The engine logs its number of KV cache blocks at startup; compare with and without adapters.",
  source: "https://arxiv.org/abs/2311.03285 https://docs.vllm.ai/en/latest/features/lora.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) => (s && s.adapterBytes > 0 ? [s] : [])),
      (s) => {
        const cache = s.memoryParts.find((p) => p.name === "KV cache")?.value ?? 0;
        if (s.adapterBytes <= cache) return null;
        return {
          path: "workload.loraAdapters",
          value: `${gib(s.adapterBytes)} of adapters, ${gib(cache)} of KV cache`,
          allowed: "adapters smaller than the KV cache",
          fix: "keep fewer adapters on the GPU, lower loraRank, or use a larger GPU",
        };
      },
    ),
};
