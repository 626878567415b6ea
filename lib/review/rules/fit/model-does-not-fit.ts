import type { Design } from "../../design";
import { figuresOf } from "../../figures/figures";
import { replicaSize } from "../../figures/serving";
import { gib } from "../../report/quantity";
import { type Breach, DOES_NOT_APPLY, type Rule } from "../../rule";

/** What a training run or a replica lacks; null where it fits. */
function lack(design: Design): Breach | null {
  const { training, serving } = figuresOf(design);
  if (training !== null && !training.fits) {
    return {
      path: `pools.${training.pool}.nodes.max`,
      value: `${training.gpus} GPUs of ${gib(training.memoryLimitBytes)}`,
      allowed: training.explanation.slice(0, 2).join("; "),
      fix: training.explanation[0]?.startsWith("no layout")
        ? "set globalBatchSequences to a multiple of the pool's nodes"
        : "raise nodes.max, or use a GPU with more memory",
    };
  }
  if (serving !== null && !serving.fits) {
    const weights = serving.memoryParts.find((p) => p.name === "weights")?.value ?? 0;
    return {
      path: `pools.${serving.pool}.instanceType`,
      value: `${gib(weights)} of weights on ${replicaSize(serving)} with ${gib(serving.memoryLimitBytes)} together`,
      allowed: "weights, engine and at least one request in a node's memory",
      fix: "use an instance type with more GPU memory, or fewer bits a weight",
    };
  }
  return null;
}

export const modelDoesNotFit: Rule = {
  id: "model-does-not-fit",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "model that does not fit the GPUs' memory in any layout",
  why: "The run or service ends with an out-of-memory error at its first step, after the cluster is paid for.",
  fix: "Use more nodes, GPUs with more memory, fewer bits a weight, or LoRA instead of full training.",
  verify: "Start one step on one replica's GPUs and read `torch.cuda.max_memory_allocated()`.",
  source: "https://arxiv.org/abs/1910.02054 https://arxiv.org/abs/2205.05198",
  check: (design) => {
    const { training, serving } = figuresOf(design);
    if (training === null && serving === null) return DOES_NOT_APPLY;
    const breach = lack(design);
    return breach === null ? [] : [breach];
  },
};
