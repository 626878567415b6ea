import { figuresOf } from "../../figures/figures";
import { fasterStore } from "../../figures/store";
import { percent, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const trainingTimeMostlyLost: Rule = {
  id: "training-time-mostly-lost",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "run that loses more than a tenth of its time to failures and checkpoints",
  why: "That share of all GPU hours is paid and brings nothing; the date moves by as much.",
  fix: "Checkpoint nearer to Daly's interval, speed up restart and storage, or use fewer and larger nodes.",
  verify: "Divide the productive steps' time by the wall clock of the job's whole history.",
  source: "https://arxiv.org/abs/2410.21680",
  check: (design) =>
    checkEach(
      [figuresOf(design).reliability].flatMap((r) => r ?? []),
      (r) =>
        r.effectiveTrainingTime.expected >= 0.9
          ? null
          : {
              path: r.intervalGiven ? "workload.checkpointMinutes" : "workload",
              value: `${rangeOf(r.effectiveTrainingTime, percent)} effective training time`,
              allowed: "90 % or more",
              fix: r.intervalGiven
                ? `set checkpointMinutes to ${Math.max(1, Math.round(r.dalySeconds / 60))}`
                : `${fasterStore(r.store)}, write checkpoints asynchronously, or use fewer and larger nodes`,
            },
    ),
};
