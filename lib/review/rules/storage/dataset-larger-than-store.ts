import { figuresOf } from "../../figures/figures";
import { gib } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const datasetLargerThanStore: Rule = {
  id: "dataset-larger-than-store",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "dataset and checkpoints larger than the file system",
  why: "Writes fail with `No space left on device` in the middle of the run, checkpoints first; with a data repository, files must be released and fetched from S3 again.",
  fix: "Raise `capacityTiB`, or keep part of the dataset in S3 and release what has been read.",
  verify: "`lfs df -h` while the dataset is loaded and two checkpoints are kept.",
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
          allowed: `${gib(capacity)}, the capacity of ${data.store}`,
          fix: "raise the file system's capacity, or release files once they are read",
        };
      },
    ),
};
