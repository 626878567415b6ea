import { lustreRepositoryUnsupported } from "../../../../lib/review/rules/storage/lustre-repository-unsupported";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: lustreRepositoryUnsupported,
  holds: { "one on PERSISTENT_2": p5() },
  fails: {
    SCRATCH_1: [
      p5({ scratch: { deploymentType: "SCRATCH_1", throughputPerTiB: null } }),
      [{ path: "fileSystems.scratch.dataRepositories" }],
    ],
    nine: [
      p5({
        scratch: {
          dataRepositories: Array.from({ length: 9 }, (_, i) => ({
            bucket: "data",
            path: `/d${i}`,
            imports: true,
            exports: false,
          })),
        },
      }),
      [{ value: 9, allowed: "8 or fewer" }],
    ],
  },
  doesNotApply: { none: p5({ scratch: { dataRepositories: [] } }) },
};
