import { idleGpusUnnoticed } from "../../../../lib/review/rules/cost/idle-gpus-unnoticed";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: idleGpusUnnoticed,
  holds: {
    "half an hour": p5(),
    "one of two": p5({
      cluster: {
        monitoring: [...p5().monitoring, { ...p5().monitoring[0]!, name: "prometheus", idleGpuMinutes: null }],
      },
    }),
  },
  fails: { none: [p5({ monitoring: { idleGpuMinutes: null } }), [{ path: "monitoring.monitoring.idleGpuMinutes" }]] },
  doesNotApply: { "no monitoring": p5({ cluster: { monitoring: [] } }) },
};
