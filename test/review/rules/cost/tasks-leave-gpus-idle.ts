import { tasksLeaveGpusIdle } from "../../../../lib/review/rules/cost/tasks-leave-gpus-idle";
import { images } from "../../batch-work";
import { p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: tasksLeaveGpusIdle,
  holds: {
    "one GPU per task": at(p5(), images()),
    "two whole nodes per task": at(p5(), images({ gpusPerTask: 16 })),
  },
  fails: {
    "3 GPUs per task on nodes of 8": [
      at(p5(), images({ gpusPerTask: 3 })),
      [{ path: "pools.h100.instanceType", value: "2 GPUs idle on each node" }],
    ],
    "12 GPUs per task on nodes of 8": [
      at(p5(), images({ gpusPerTask: 12 })),
      [{ path: "pools.h100.instanceType", value: "2 GPUs idle on each node" }],
    ],
  },
  doesNotApply: { "a training run": p5() },
};
