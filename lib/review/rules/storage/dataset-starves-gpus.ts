import { figuresOf } from "../../figures/figures";
import { fasterStore } from "../../figures/store";
import { gib, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const datasetStarvesGpus: Rule = {
  id: "dataset-starves-gpus",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "storage that gives the GPUs less data than they consume",
  why: "Every step waits for its batch; the GPUs are paid for and idle for the difference.",
  fix: "Raise the file system's throughput or capacity, keep the dataset on the nodes' NVMe, or store it smaller.",
  verify: "Run the data loader alone on all nodes and compare its samples a second with the training's.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).data].flatMap((d) => d ?? []),
      (d) =>
        d.neededBytesPerSecond <= d.readBytesPerSecond.expected
          ? null
          : {
              path: `pools.${d.pool}.mounts`,
              value: `${gib(d.neededBytesPerSecond)}/s wanted, ${rangeOf(d.readBytesPerSecond, gib)}/s from ${d.store}`,
              allowed: "at least what the GPUs consume",
              fix: fasterStore(d.store),
            },
    ),
};
