import { computeInPublicSubnet } from "../../../../lib/review/rules/security/compute-in-public-subnet";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: computeInPublicSubnet,
  holds: { "private subnets": p5() },
  fails: {
    "a public subnet": [
      p5({ network: { computeSubnets: [{ availabilityZone: "us-east-2a", usableAddresses: 4091, public: true }] } }),
      [{ path: "networks.network.computeSubnets", value: "public subnet in us-east-2a" }],
    ],
  },
  doesNotApply: { "no subnets": p5({ network: { computeSubnets: [] } }) },
};
