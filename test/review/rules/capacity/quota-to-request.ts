import { quotaToRequest } from "../../../../lib/review/rules/capacity/quota-to-request";
import { block, p5, spot } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: quotaToRequest,
  holds: { "a network alone": p5({ cluster: { pools: [], fileSystems: [], schedulers: [] } }) },
  fails: {
    "16 p5 nodes": [
      p5(),
      [
        { path: "quotas.L-1216C47A", allowed: "within the account limit (default: 5)" },
        {
          path: "quotas.L-417A185B",
          value: "3,264 vCPUs: Running On-Demand P instances",
          allowed: "within the account limit (default: 0)",
        },
      ],
    ],
    "a Capacity Block of 16": [
      p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block()] }, cluster: { schedulers: [] } }),
      [{ path: "quotas.L-DA6814F2", fix: "request 16 for ec2 L-DA6814F2" }],
    ],
    "Spot without a published quota code": [
      p5({ pool: { instanceType: "p6-b200.48xlarge", capacity: [spot()] }, cluster: { schedulers: [] } }),
      [{ path: "quotas.Spot Instances of p6-b200", allowed: "within the account limit; no quota code is published" }],
    ],
  },
  doesNotApply: { "a cluster outside AWS": p5({ cluster: { cloud: "onprem" } }) },
};
