import { serviceInOneZone } from "../../../../lib/review/rules/reliability/service-in-one-zone";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: serviceInOneZone,
  holds: {
    "two zones": at(
      {
        ...serving(),
        networks: serving().networks.map((n) => ({
          ...n,
          computeSubnets: ["a", "b"].map((z) => ({
            availabilityZone: `us-east-2${z}`,
            usableAddresses: 4091,
            public: false,
          })),
        })),
      },
      CHAT_8B,
    ),
  },
  fails: {
    "one zone": [at(serving(), CHAT_8B), [{ path: "pools.l40s.availabilityZone", value: "us-east-2a" }]],
    "one zone of a cloud whose architectures have one Region": [
      at({ ...serving(), cloud: "azure" }, CHAT_8B),
      [{ fix: expect.stringMatching(/^deploy the design in a second Region/) as unknown as string }],
    ],
  },
  doesNotApply: { training: at(p5(), LLAMA_70B) },
};
