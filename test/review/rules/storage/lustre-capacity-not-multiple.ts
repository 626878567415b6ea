import { lustreCapacityNotMultiple } from "../../../../lib/review/rules/storage/lustre-capacity-not-multiple";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: lustreCapacityNotMultiple,
  holds: {
    "48,000 GiB at 500 MB/s/TiB": p5(),
    "the smallest file system": p5({ scratch: { capacityGiB: 1200 } }),
    "19,200 GiB with EFA at 250 MB/s/TiB": p5({
      scratch: { capacityGiB: 19200, throughputPerTiB: 250, overFabric: true },
    }),
  },
  fails: {
    "5,000 GiB": [
      p5({ scratch: { capacityGiB: 5000 } }),
      [
        {
          path: "fileSystems.scratch.capacityGiB",
          value: "5000 GiB",
          allowed: "1200, or multiples of 2400 GiB",
          fix: "set capacityTiB to 7.2",
        },
      ],
    ],
    "12,000 GiB with EFA at 500 MB/s/TiB": [
      p5({ scratch: { capacityGiB: 12000, overFabric: true } }),
      [
        {
          value: "12000 GiB",
          allowed: "multiples of 9600 GiB with EFA",
          fix: "set capacityTiB to 19.2",
        },
      ],
    ],
    "1,200 GiB with EFA": [
      p5({ scratch: { capacityGiB: 1200, overFabric: true } }),
      [{ fix: "set capacityTiB to 9.6" }],
    ],
  },
  doesNotApply: { "EFS, which grows by itself": p5({ scratch: { kind: "efs", capacityGiB: null } }) },
};
