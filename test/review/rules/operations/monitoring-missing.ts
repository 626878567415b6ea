import { monitoringMissing } from "../../../../lib/review/rules/operations/monitoring-missing";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: monitoringMissing,
  holds: { monitoring: p5() },
  fails: { none: [p5({ cluster: { monitoring: [] } }), [{ path: "monitoring", value: null }]] },
  doesNotApply: { "a cluster without GPUs": p5({ cluster: { pools: [], monitoring: [] } }) },
};
