import { networkBandwidthIsBurst } from "../../../../lib/review/rules/fabric/network-bandwidth-is-burst";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: networkBandwidthIsBurst,
  holds: { "p5 at 3,200 Gb/s": at(p5(), LLAMA_70B) },
  fails: {
    "g5.xlarge at up to 10 Gb/s": [
      at(p5({ pool: { instanceType: "g5.xlarge" } }), LLAMA_70B),
      [{ path: "pools.h100.instanceType", value: "g5.xlarge, up to 10 Gb/s" }],
    ],
  },
  doesNotApply: { "a design without a workload": p5() },
};
