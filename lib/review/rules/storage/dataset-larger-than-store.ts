import { gib } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const datasetLargerThanStore: Rule = {
  id: "dataset-larger-than-store",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "File system too small for dataset and checkpoints",
  why: "Writes, usually checkpoints, fail with `No space left on device` in the middle of the run. With a data repository association, files must be released and loaded from S3 again.",
  fix: "Raise `capacityTiB`, or keep part of the dataset in S3 and release files after reading.",
  verify: "Run `lfs df -h` with the dataset loaded and two checkpoints stored.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/releasing-files.html",
  check: (design) =>
    checkEach(
      [figuresOf(design)].flatMap(({ data, reliability }) =>
        data?.capacityBytes
          ? [{ data, capacity: data.capacityBytes, kept: 2 * (reliability?.checkpointBytes.high ?? 0) }]
          : [],
      ),
      ({ data, capacity, kept }) => {
        const wants = data.datasetBytes + kept;
        if (wants <= capacity) return null;
        return {
          path: `pools.${data.pool}.mounts`,
          value: `${gib(data.datasetBytes)} of dataset and ${gib(kept)} for two checkpoints`,
          allowed: `${gib(capacity)} or less, the capacity of ${data.store}`,
          fix: "raise the file system capacity, or release files after reading",
        };
      },
    ),
};
