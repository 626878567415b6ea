import { poolNotAdopted } from "../../../../lib/review/rules/scheduling/pool-not-adopted";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: poolNotAdopted,
  holds: { "a pool of a partition": p5() },
  fails: { "an orphan": [p5({ pool: { adoptedBy: null } }), [{ path: "pools.h100.adoptedBy", value: null }]] },
  doesNotApply: { "a cluster without pools": p5({ cluster: { pools: [] } }) },
};
