import { mountPathsOverlap } from "../../../../lib/review/rules/storage/mount-paths-overlap";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: mountPathsOverlap,
  holds: { "/fsx and /scratch": p5() },
  fails: {
    "Lustre inside the NVMe cache": [
      p5({ pool: { mounts: [{ fileSystem: "scratch", path: "/scratch/fsx", readOnly: false }] } }),
      [{ path: "pools.h100.mounts./scratch/fsx", allowed: "a path outside /scratch" }],
    ],
    "the same path twice": [
      p5({ pool: { mounts: [{ fileSystem: "scratch", path: "/scratch", readOnly: false }] } }),
      [{ path: "pools.h100.mounts./scratch" }],
    ],
  },
  doesNotApply: { "one mount": p5({ pool: { nvmeCache: null } }) },
};
