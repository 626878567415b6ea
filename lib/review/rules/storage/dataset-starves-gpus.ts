import { gib, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { fasterStore } from "../../figures/store";
import { checkEach, type Rule } from "../../rule";

export const datasetStarvesGpus: Rule = {
  id: "dataset-starves-gpus",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "Storage throughput below data-loading demand",
  why: "Every step waits for its batch, and the GPUs idle at full price for the difference.",
  fix: "Raise the file system's throughput or capacity, cache the dataset on local NVMe, or compress it.",
  verify: "Run only the data loader on all nodes, and compare its samples/s with the training job.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).data].flatMap((d) => d ?? []),
      (d) =>
        d.neededBytesPerSecond <= d.readBytesPerSecond.expected
          ? null
          : {
              path: `pools.${d.pool}.mounts`,
              value: `${gib(d.neededBytesPerSecond)}/s needed, ${rangeOf(d.readBytesPerSecond, gib)}/s from ${d.store}`,
              allowed: "at least the rate that the GPUs consume",
              fix: fasterStore(design, d.store),
            },
    ),
};
