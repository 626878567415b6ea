import { migProfileUnknown } from "../../../../lib/review/rules/fit/mig-profile-unknown";
import { p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: migProfileUnknown,
  holds: {
    "seven 1g.5gb of an A100": serving({
      instanceType: "p4d.24xlarge",
      sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 },
    }),
  },
  fails: {
    "eight of them": [
      serving({ instanceType: "p4d.24xlarge", sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 8 } }),
      [{ path: "pools.l40s.sharing", fix: "lower it to 7 per GPU" }],
    ],
    "MIG on an L40S": [
      serving({ sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 } }),
      [{ allowed: "none; L40S-48GB does not support MIG", fix: "use time-slicing" }],
    ],
  },
  doesNotApply: { "whole GPUs": p5() },
};
