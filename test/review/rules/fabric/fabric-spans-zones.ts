import { fabricSpansZones } from "../../../../lib/review/rules/fabric/fabric-spans-zones";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fabricSpansZones,
  holds: { "one zone": p5(), "a pool that follows its network": p5({ pool: { availabilityZone: null } }) },
  fails: {
    "a pool in another zone than its fabric": [
      p5({ pool: { availabilityZone: "us-east-2b" } }),
      [{ path: "pools.h100.availabilityZone", value: "us-east-2b", allowed: "us-east-2a, the zone of fabric fabric" }],
    ],
  },
  doesNotApply: { "no fabric": p5({ pool: { fabric: null } }) },
};
