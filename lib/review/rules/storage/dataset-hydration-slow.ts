import { figuresOf } from "../../figures/figures";
import { gib, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const datasetHydrationSlow: Rule = {
  id: "dataset-hydration-slow",
  area: "storage",
  severity: "warning",
  clouds: ["aws"],
  title: "first pass over the dataset that waits for S3",
  why: "Files that Lustre imports come from S3 at their first read. Where S3 gives the nodes less than the GPUs consume, the whole first epoch runs at S3's pace.",
  fix: "Read the dataset once before the run (`lfs hsm_restore`), or start from a hydrated file system.",
  verify: "Time the first thousand steps against the same steps of a second epoch.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/preload-file-contents-hsm-dra.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).data].flatMap((d) =>
        d?.firstReadBytesPerSecond ? [{ ...d, first: d.firstReadBytesPerSecond }] : [],
      ),
      (d) =>
        d.neededBytesPerSecond <= d.first.low
          ? null
          : {
              path: `pools.${d.pool}.mounts`,
              value: `${gib(d.neededBytesPerSecond)}/s wanted, ${rangeOf(d.first, gib)}/s from S3`,
              allowed: "at least what the GPUs consume",
              fix: "preload the dataset with lfs hsm_restore before the run",
            },
    ),
};
