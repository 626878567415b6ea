import { multiNicInPublicSubnet } from "../../../../lib/review/rules/network/multi-nic-in-public-subnet";
import { p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: multiNicInPublicSubnet,
  holds: { "a private subnet": p5() },
  fails: {
    "a public one": [
      p5({ network: { computeSubnets: [{ availabilityZone: "us-east-2a", usableAddresses: 4091, public: true }] } }),
      [{ path: "pools.h100.networkInterfaces", value: "33 interfaces in a public subnet" }],
    ],
  },
  doesNotApply: { "one interface a node": serving() },
};
