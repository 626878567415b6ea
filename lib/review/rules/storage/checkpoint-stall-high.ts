import { set } from "../../../remedies/remedy";
import { duration, percent, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { fasterStore } from "../../figures/store";
import { checkEach, type Rule } from "../../rule";

export const checkpointStallHigh: Rule = {
  id: "checkpoint-stall-high",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "Checkpoint overhead above 5 %",
  why: "All GPUs stall while the checkpoint is written, and the run loses that share of its time.",
  fix: "Increase the file system throughput, or write checkpoints asynchronously or less often.",
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
              value: `${duration(r.checkpoint.stallSeconds.expected)} every ${duration(r.intervalSeconds)}, ${rangeOf(share, percent)} of run time`,
              allowed: "5 % or less",
              fix: [
                ...(r.intervalGiven && r.intervalSeconds < r.advisedSeconds / 2
                  ? [set("checkpointMinutes", r.advisedSeconds / 60)]
                  : []),
                fasterStore(design, r.store),
                `write checkpoints asynchronously (stall of ${duration(r.asynchronousStallSeconds.expected)})`,
              ],
            },
    ),
};
