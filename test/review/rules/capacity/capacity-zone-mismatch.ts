import { capacityZoneMismatch } from "../../../../lib/review/rules/capacity/capacity-zone-mismatch";
import { onDemand, p5, reservation } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: capacityZoneMismatch,
  holds: { "the same zone": p5(), "a pool that follows its network": p5({ pool: { availabilityZone: null } }) },
  fails: {
    "another zone": [
      p5({ pool: { capacity: [reservation({ availabilityZone: "us-east-2c" })] } }),
      [{ path: "pools.h100.capacity[0].availabilityZone", value: "us-east-2c", allowed: "us-east-2a" }],
    ],
  },
  doesNotApply: { "capacity without a zone": p5({ pool: { capacity: [onDemand()] } }) },
};
