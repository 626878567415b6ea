import { instanceType } from "../../../../lib/catalog/instance-types";
import { networkInterfaces } from "../../../../lib/model/aws/nic-layout";
import { subnetAddressesShort } from "../../../../lib/review/rules/network/subnet-addresses-short";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: subnetAddressesShort,
  holds: {
    "17 nodes in a /20": p5(),
    "7 nodes of EKS in a /24": ray({
      network: { computeSubnets: [{ availabilityZone: "us-east-2a", usableAddresses: 251, public: false }] },
      pool: { nodes: { min: 0, max: 7 } },
    }),
    "exactly enough": p5({
      network: { computeSubnets: [{ availabilityZone: "us-east-2a", usableAddresses: 17, public: false }] },
    }),
  },
  fails: {
    "17 nodes with 32 addresses each in a /24": [
      p5({
        network: { computeSubnets: [{ availabilityZone: "us-east-2a", usableAddresses: 251, public: false }] },
        interfaces: networkInterfaces(instanceType("p5.48xlarge"), "legacy-all-efa", true),
      }),
      [
        {
          path: "networks.network.computeSubnets.us-east-2a",
          value: "544 IP addresses for all nodes",
          allowed: "251 usable addresses",
        },
      ],
    ],
    "8 nodes of EKS, whose pods take 32 addresses each, in a /24": [
      ray({
        network: { computeSubnets: [{ availabilityZone: "us-east-2a", usableAddresses: 251, public: false }] },
        pool: { nodes: { min: 0, max: 8 } },
      }),
      [{ value: "264 IP addresses for all nodes", allowed: "251 usable addresses" }],
    ],
    "one address short": [
      p5({ network: { computeSubnets: [{ availabilityZone: "us-east-2a", usableAddresses: 16, public: false }] } }),
      [{ value: "17 IP addresses for all nodes" }],
    ],
  },
  doesNotApply: {
    "existing subnets of unknown size": p5({
      network: { computeSubnets: [{ availabilityZone: "us-east-2a", usableAddresses: null, public: false }] },
    }),
  },
};
