import { singleNatForZones } from "../../../../lib/review/rules/reliability/single-nat-for-zones";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: singleNatForZones,
  holds: { "one zone with one gateway": p5() },
  fails: {
    "two zones with one gateway": [
      p5({
        network: {
          computeSubnets: ["a", "b"].map((z) => ({
            availabilityZone: `us-east-2${z}`,
            usableAddresses: 4091,
            public: false,
          })),
        },
      }),
      [{ path: "networks.network.natGateways", value: "1 for 2 zones" }],
    ],
  },
  doesNotApply: { "endpoints only": p5({ network: { egress: "endpoints-only", natGateways: 0 } }) },
};
