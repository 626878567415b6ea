import { figuresOf } from "../../figures/figures";
import { gib } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const adaptersCrowdOutRequests: Rule = {
  id: "adapters-crowd-out-requests",
  area: "inference",
  severity: "warning",
  clouds: "all",
  title: "LoRA adapters that take more memory than the requests",
  why: "Each adapter kept on the GPU takes room from the cache that holds requests; fewer run at once and the rest wait.",
  fix: "Keep fewer adapters on the GPU (they are fetched from host memory), lower the rank, or use GPUs with more memory.",
  verify: "The engine prints its number of KV blocks at the start; compare with and without adapters.",
  source: "https://arxiv.org/abs/2311.03285 https://docs.vllm.ai/en/latest/features/lora.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) => (s && s.adapterBytes > 0 ? [s] : [])),
      (s) => {
        const cache = s.memoryParts.find((p) => p.name === "KV cache")?.value ?? 0;
        if (s.adapterBytes <= cache) return null;
        return {
          path: "workload.loraAdapters",
          value: `${gib(s.adapterBytes)} of adapters, ${gib(cache)} for requests`,
          allowed: "adapters smaller than the cache",
          fix: "keep fewer adapters on the GPU, lower loraRank, or use a larger GPU",
        };
      },
    ),
};
