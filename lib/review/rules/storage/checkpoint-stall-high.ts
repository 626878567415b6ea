import { figuresOf } from "../../figures/figures";
import { fasterStore } from "../../figures/store";
import { duration, percent, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const checkpointStallHigh: Rule = {
  id: "checkpoint-stall-high",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "checkpoints that stop training for more than a twentieth of the time",
  why: "All GPUs wait while the state is written; the share is lost from the whole run.",
  fix: "Give the file system more throughput, write checkpoints asynchronously, or less often.",
  verify: "Time `torch.distributed.checkpoint.save` on all ranks and divide by the interval.",
  source: "https://arxiv.org/abs/2104.04473 https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).reliability].flatMap((r) =>
        r?.checkpoint.stallShare ? [{ r, share: r.checkpoint.stallShare }] : [],
      ),
      ({ r, share }) =>
        share.expected <= 0.05
          ? null
          : {
              path: r.intervalGiven ? "workload.checkpointMinutes" : "fileSystems",
              value: `${duration(r.checkpoint.stallSeconds.expected)} every ${duration(r.intervalSeconds)}: ${rangeOf(share, percent)} of the time`,
              allowed: "5 % or less",
              fix: `${fasterStore(r.store)}, or write asynchronously (${duration(r.asynchronousStallSeconds.expected)} of stall)`,
            },
    ),
};
