import { lustreMetadataIopsNotSold } from "../../../../lib/review/rules/storage/lustre-metadata-iops-not-sold";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: lustreMetadataIopsNotSold,
  holds: { "1500": p5({ scratch: { metadataIops: 1500 } }), "192000": p5({ scratch: { metadataIops: 192000 } }) },
  fails: {
    "2000": [
      p5({ scratch: { metadataIops: 2000 } }),
      [{ value: 2000, fix: "set metadataIops to 3000, or omit metadataIops" }],
    ],
    "204000": [
      p5({ scratch: { metadataIops: 204000 } }),
      [{ fix: "set metadataIops to 192000, or omit metadataIops" }],
    ],
    scratch: [
      p5({ scratch: { metadataIops: 1500, deploymentType: "SCRATCH_2" } }),
      [{ allowed: "only with PERSISTENT_2" }],
    ],
  },
  doesNotApply: { automatic: p5() },
};
