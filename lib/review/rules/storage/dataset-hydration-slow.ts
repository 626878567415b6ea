import { gib, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const datasetHydrationSlow: Rule = {
  id: "dataset-hydration-slow",
  area: "storage",
  severity: "warning",
  clouds: ["aws"],
  title: "First epoch bound by S3 hydration",
  why: "Lustre loads imported files from S3 on first read. If S3 delivers less than the GPUs consume, the entire first epoch runs at S3 speed.",
  fix: "Preload the dataset before the run (`lfs hsm_restore`), or start from a hydrated file system.",
  verify: "Compare the time of the first 1,000 steps with the same steps of the second epoch.",
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
              value: `${gib(d.neededBytesPerSecond)}/s needed, ${rangeOf(d.first, gib)}/s from S3`,
              allowed: "at least the rate that the GPUs consume",
              fix: "preload the dataset with lfs hsm_restore before the run",
            },
    ),
};
