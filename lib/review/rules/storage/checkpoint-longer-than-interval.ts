import { figuresOf } from "../../figures/figures";
import { fasterStore } from "../../figures/store";
import { duration } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const checkpointLongerThanInterval: Rule = {
  id: "checkpoint-longer-than-interval",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "checkpoint that is not written before the next one starts",
  why: "Writes pile up in host memory until it is full, or training waits for them each time; the newest complete checkpoint gets older and older.",
  fix: "Raise the file system's throughput, or `checkpointMinutes`.",
  verify: "Compare the time between `save` and the last file's close with the interval.",
  source: "https://docs.pytorch.org/docs/stable/distributed.checkpoint.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).reliability].flatMap((r) => (r && r.checkpoint.keepsUp !== null ? [r] : [])),
      (r) =>
        r.checkpoint.writeSeconds.expected <= r.intervalSeconds
          ? null
          : {
              path: "workload.checkpointMinutes",
              value: `${duration(r.intervalSeconds)} between checkpoints that take ${duration(r.checkpoint.writeSeconds.expected)}`,
              allowed: `${duration(r.checkpoint.writeSeconds.high)} or more`,
              fix: `set checkpointMinutes to ${Math.ceil(r.checkpoint.writeSeconds.high / 60) * 2}, or ${fasterStore(r.store)}`,
            },
    ),
};
