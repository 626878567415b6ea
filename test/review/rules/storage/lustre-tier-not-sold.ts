import { lustreTierNotSold } from "../../../../lib/review/rules/storage/lustre-tier-not-sold";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: lustreTierNotSold,
  holds: { "PERSISTENT_2 at 500": p5() },
  fails: {
    "PERSISTENT_2 at 300": [
      p5({ scratch: { throughputPerTiB: 300 } }),
      [{ path: "fileSystems.scratch.throughputPerTiB", value: "PERSISTENT_2 SSD 300 MB/s/TiB" }],
    ],
    "PERSISTENT_1 SSD at 500": [
      p5({ scratch: { deploymentType: "PERSISTENT_1" } }),
      [{ path: "fileSystems.scratch.throughputPerTiB" }],
    ],
  },
  doesNotApply: { EFS: p5({ scratch: { kind: "efs", deploymentType: null } }) },
};
