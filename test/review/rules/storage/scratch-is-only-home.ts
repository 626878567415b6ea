import { scratchIsOnlyHome } from "../../../../lib/review/rules/storage/scratch-is-only-home";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: scratchIsOnlyHome,
  holds: { "scratch that exports": p5({ scratch: { deploymentType: "SCRATCH_2", throughputPerTiB: null } }) },
  fails: {
    "scratch alone": [
      p5({ scratch: { deploymentType: "SCRATCH_2", throughputPerTiB: null, dataRepositories: [] } }),
      [{ path: "fileSystems.scratch.dataRepositories", value: "no export" }],
    ],
  },
  doesNotApply: { "a persistent one": p5() },
};
