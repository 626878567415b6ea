import { natForS3Traffic } from "../../../../lib/review/rules/cost/nat-for-s3-traffic";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: natForS3Traffic,
  holds: { "a gateway endpoint": p5() },
  fails: {
    none: [p5({ network: { objectStorageEndpoint: false } }), [{ path: "networks.network.s3GatewayEndpoint" }]],
  },
  doesNotApply: { "endpoints only": p5({ network: { egress: "endpoints-only" } }) },
};
