import { set } from "../../../remedies/remedy";
import { percent, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { fasterStore } from "../../figures/store";
import { checkEach, type Rule } from "../../rule";

export const trainingTimeMostlyLost: Rule = {
  id: "training-time-mostly-lost",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "Goodput below 90 %",
  why: "More than 10 % of GPU-hours are lost to failures, restarts and checkpoints, and the finish date moves accordingly.",
  fix: "Checkpoint closer to Daly's interval, speed up restart and storage, or use fewer but larger nodes.",
  verify: "Divide the time of productive steps by the wall-clock time of the whole job history.",
  source: "https://arxiv.org/abs/2410.21680",
  check: (design) =>
    checkEach(
      [figuresOf(design).reliability].flatMap((r) => r ?? []),
      (r) =>
        r.effectiveTrainingTime.expected >= 0.9
          ? null
          : {
              path: r.intervalGiven ? "workload.checkpointMinutes" : "workload",
              value: `${rangeOf(r.effectiveTrainingTime, percent)} goodput`,
              allowed: "90 % or more",
              fix: r.intervalGiven
                ? set("checkpointMinutes", r.advisedSeconds / 60)
                : [fasterStore(design, r.store), "write checkpoints asynchronously", "use fewer but larger nodes"],
            },
    ),
};
