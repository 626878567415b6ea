import { set } from "../../../remedies/remedy";
import { counted, gib } from "../../../units/quantity";
import type { Design } from "../../design";
import { DECLARED } from "../../figures/declared-layout";
import { figuresOf } from "../../figures/figures";
import { replicaSize } from "../../figures/serving/serving";
import { type Breach, DOES_NOT_APPLY, type Rule } from "../../rule";

/** What a training run or a replica lacks; null where it fits. */
function lack(design: Design): Breach | null {
  const { training, serving } = figuresOf(design);
  if (training !== null && training.illegal.length > 0) return null;
  if (training?.chosenBy === "workload" && !training.fits) {
    const { alternative } = training;
    return {
      path: DECLARED,
      value: training.explanation[0]!,
      allowed: `${gib(training.memoryLimitBytes)} per ${training.device}`,
      fix: alternative ? `use ${alternative.layout}, or omit parallelism` : "use more nodes, or a GPU with more memory",
    };
  }
  if (training !== null && !training.fits) {
    return {
      path: `pools.${training.pool}.nodes.max`,
      value: `${counted(training.gpus, "GPUs")} of ${gib(training.memoryLimitBytes)}`,
      allowed: training.explanation.slice(0, 2).join("; "),
      fix:
        training.layouts === 0
          ? "set globalBatchSequences to a multiple of the pool's nodes"
          : [set("nodes.max", undefined, "raise"), "use a GPU with more memory"],
    };
  }
  if (serving !== null && !serving.fits) {
    const weights = serving.memoryParts.find((p) => p.name === "weights")?.value ?? 0;
    return {
      path: `pools.${serving.pool}.instanceType`,
      value: `${gib(weights)} of weights on ${replicaSize(serving)} with ${gib(serving.memoryLimitBytes)} in total`,
      allowed: "weights, engine and at least one request within GPU memory",
      fix: "use an instance type with more GPU memory, or quantize the weights",
    };
  }
  return null;
}

export const modelDoesNotFit: Rule = {
  id: "model-does-not-fit",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Model does not fit in GPU memory",
  why: "The run or service fails with an out-of-memory error at the first step, after the cluster is provisioned and billed.",
  fix: "Use more nodes, GPUs with more memory, quantized weights, or LoRA instead of full fine-tuning.",
  verify: "Run one step on the GPUs of one replica and read `torch.cuda.max_memory_allocated()`.",
  source: "https://arxiv.org/abs/1910.02054 https://arxiv.org/abs/2205.05198",
  check: (design) => {
    const { training, serving } = figuresOf(design);
    if (training === null && serving === null) return DOES_NOT_APPLY;
    const breach = lack(design);
    return breach === null ? [] : [breach];
  },
};
