import { alarmsMissing } from "../../../../lib/review/rules/operations/alarms-missing";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: alarmsMissing,
  holds: {
    "three alarms": p5(),
    "graphs without alarms beside another's alarms": p5({
      cluster: { monitoring: [...p5().monitoring, { ...p5().monitoring[0]!, name: "prometheus", alarms: [] }] },
    }),
  },
  fails: {
    none: [p5({ monitoring: { alarms: [] } }), [{ path: "monitoring.monitoring.alarms" }]],
    "alarms without recipients, of two the one that has them": [
      p5({
        cluster: {
          monitoring: [
            { ...p5().monitoring[0]!, alarmsNotify: false },
            { ...p5().monitoring[0]!, name: "prometheus", alarms: [] },
          ],
        },
      }),
      [{ path: "monitoring.monitoring.emails", value: expect.stringMatching(/^\d+ alarms without recipients$/) }],
    ],
  },
  doesNotApply: { "no monitoring": p5({ cluster: { monitoring: [] } }) },
};
