import { lustreEfaNeedsPersistent2 } from "../../../../lib/review/rules/storage/lustre-efa-needs-persistent-2";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: lustreEfaNeedsPersistent2,
  holds: { "PERSISTENT_2 with EFA": p5({ scratch: { overFabric: true } }) },
  fails: {
    "SCRATCH_2 with EFA": [
      p5({ scratch: { overFabric: true, deploymentType: "SCRATCH_2", throughputPerTiB: null } }),
      [{ path: "fileSystems.scratch.efaEnabled", value: "true with SCRATCH_2" }],
    ],
  },
  doesNotApply: { "Lustre over TCP": p5() },
};
