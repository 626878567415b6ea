import { flowLogsOff } from "../../../../lib/review/rules/security/flow-logs-off";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: flowLogsOff,
  holds: { "flow logs": p5() },
  fails: { none: [p5({ network: { flowLogs: false } }), [{ path: "networks.network.flowLogs" }]] },
  doesNotApply: { "an existing VPC, whose owner decides": p5({ network: { existing: true, flowLogs: false } }) },
};
