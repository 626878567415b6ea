import { fileSystemAcrossZones } from "../../../../lib/review/rules/storage/file-system-across-zones";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fileSystemAcrossZones,
  holds: { "one zone": p5() },
  fails: {
    "two zones": [
      p5({ scratch: { availabilityZones: ["us-east-2b"] } }),
      [{ path: "pools.h100.mounts./fsx", value: "nodes in us-east-2a, file system in us-east-2b" }],
    ],
  },
  doesNotApply: { "no mounts": p5({ pool: { mounts: [] } }) },
};
