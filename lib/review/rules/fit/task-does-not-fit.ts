import { gib } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const taskDoesNotFit: Rule = {
  id: "task-does-not-fit",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Task does not fit in GPU memory",
  why: "Every task fails with an out-of-memory error, and the queue retries them on nodes that are billed.",
  fix: "Use GPUs with more memory or larger shares of a GPU, or divide the work into smaller tasks.",
  verify: "Run one task on one GPU of the type and read the peak in `nvidia-smi --query-gpu=memory.used --loop=1`.",
  source: "https://docs.nvidia.com/deploy/nvidia-smi/index.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).batch].flatMap((batch) =>
        batch === null || batch.memoryBytes === null ? [] : [{ ...batch, memoryBytes: batch.memoryBytes }],
      ),
      ({ pool, memoryBytes, memoryLimitBytes }) =>
        memoryBytes <= memoryLimitBytes
          ? null
          : {
              path: `pools.${pool}.instanceType`,
              value: `${gib(memoryLimitBytes)} per GPU`,
              allowed: `${gib(memoryBytes)} or more, as memoryGiBPerGpu of the workload says`,
              fix: "use an instance type with more memory per GPU, or smaller tasks",
            },
    ),
};
