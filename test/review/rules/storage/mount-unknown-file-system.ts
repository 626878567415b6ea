import { mountUnknownFileSystem } from "../../../../lib/review/rules/storage/mount-unknown-file-system";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: mountUnknownFileSystem,
  holds: { "a file system that is there": p5() },
  fails: {
    "a misspelt one": [
      p5({ pool: { mounts: [{ fileSystem: "scrach", path: "/fsx", readOnly: false }] } }),
      [{ path: "pools.h100.mounts./fsx.fileSystem", value: "scrach", fix: "use scratch" }],
    ],
  },
  doesNotApply: { "no mounts": p5({ pool: { mounts: [] } }) },
};
