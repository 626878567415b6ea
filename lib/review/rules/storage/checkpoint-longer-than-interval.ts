import { set } from "../../../remedies/remedy";
import { duration } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { fasterStore } from "../../figures/store";
import { checkEach, type Rule } from "../../rule";

export const checkpointLongerThanInterval: Rule = {
  id: "checkpoint-longer-than-interval",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "Checkpoint write takes longer than the checkpoint interval",
  why: "Pending writes fill host memory, or training blocks on every checkpoint, and the newest complete checkpoint falls further behind.",
  fix: "Raise the file system's throughput, or `checkpointMinutes`.",
  verify: "Measure the time from `save` until the last file is closed, and compare it with the interval.",
  source: "https://docs.pytorch.org/docs/stable/distributed.checkpoint.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).reliability].flatMap((r) => (r && r.checkpoint.keepsUp !== null ? [r] : [])),
      (r) =>
        r.checkpoint.writeSeconds.expected <= r.intervalSeconds
          ? null
          : {
              path: "workload.checkpointMinutes",
              value: `${duration(r.intervalSeconds)} between checkpoints; each takes ${duration(r.checkpoint.writeSeconds.expected)} to write`,
              allowed: `${duration(r.checkpoint.writeSeconds.high)} or more`,
              fix: [set("checkpointMinutes", r.advisedSeconds / 60), fasterStore(design, r.store)],
            },
    ),
};
