import { quotaToRequest } from "../../../../lib/review/rules/capacity/quota-to-request";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: quotaToRequest,
  holds: { "a network alone": p5({ cluster: { pools: [], fileSystems: [], schedulers: [] } }) },
  fails: {
    "16 p5 nodes": [p5(), [{ path: "quotas.L-417A185B", value: "3,264 vCPUs: Running On-Demand P instances" }]],
  },
  doesNotApply: { "a cluster outside AWS": p5({ cluster: { cloud: "onprem" } }) },
};
