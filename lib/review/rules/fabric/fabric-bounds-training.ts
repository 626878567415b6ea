import { figuresOf } from "../../figures/figures";
import { percent } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const fabricBoundsTraining: Rule = {
  id: "fabric-bounds-training",
  area: "fabric",
  severity: "warning",
  clouds: "all",
  title: "training that waits for communication for more than a quarter of each step",
  why: "GPUs are idle for that share of every step, and paid in full.",
  fix: "Use nodes with more network bandwidth, fewer and larger nodes, or a larger global batch.",
  verify: "Profile a step with Nsight Systems: sum the NCCL kernels that no compute kernel overlaps.",
  source: "https://arxiv.org/abs/2104.04473 https://github.com/NVIDIA/nccl-tests",
  check: (design) =>
    checkEach(
      [figuresOf(design).training].flatMap((t) =>
        t !== null && t.exposedCommunication !== null && t.nodes > 1 ? [{ ...t, exposed: t.exposedCommunication }] : [],
      ),
      (t) =>
        t.exposed <= 0.25
          ? null
          : {
              path: `pools.${t.pool}.instanceType`,
              value: `${percent(t.exposed)} of the step is communication that compute does not hide`,
              allowed: "25 % or less",
              fix: "use nodes with more network bandwidth, or raise globalBatchSequences",
            },
    ),
};
