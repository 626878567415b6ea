import { alarmsMissing } from "../../../lib/review/rules/alarms-missing";
import { p5 } from "../p5-cluster";
import type { RuleCases } from "../rule-cases";

export const cases: RuleCases = {
  rule: alarmsMissing,
  holds: { "three alarms": p5() },
  fails: { none: [p5({ monitoring: { alarms: [] } }), [{ path: "monitoring.monitoring.alarms" }]] },
  doesNotApply: { "no monitoring": p5({ cluster: { monitoring: [] } }) },
};
