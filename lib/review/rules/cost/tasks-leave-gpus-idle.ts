import { counted } from "../../../units/quantity";
import { batchOf } from "../../figures/batch";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const tasksLeaveGpusIdle: Rule = {
  id: "tasks-leave-gpus-idle",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "Tasks leave GPUs of each node idle",
  why: "GPUs that no whole task fits on are paid for and do nothing for the entire run.",
  fix: "Use an instance type whose GPU count is a multiple of the task's, or tasks of another size.",
  verify: "Divide the GPUs of a node by the GPUs of a task; the remainder stays idle in `nvidia-smi` while tasks run.",
  source: "https://slurm.schedmd.com/gres.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).batch].flatMap((batch) => batch ?? []),
      ({ pool, idleGpusPerNode }) =>
        idleGpusPerNode === 0
          ? null
          : {
              path: `pools.${pool}.instanceType`,
              value: `${counted(idleGpusPerNode, "GPUs")} idle on each node`,
              allowed: `nodes whose GPUs tasks of ${counted(batchOf(design)!.gpusPerTask, "GPUs")} use completely`,
              fix: "use an instance type whose GPU count is a multiple of gpusPerTask",
            },
    ),
};
