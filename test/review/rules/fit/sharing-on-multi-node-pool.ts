import { sharingOnMultiNodePool } from "../../../../lib/review/rules/fit/sharing-on-multi-node-pool";
import { p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: sharingOnMultiNodePool,
  holds: {
    "MIG on nodes by themselves": serving({
      instanceType: "p4d.24xlarge",
      sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 },
    }),
  },
  fails: {
    "MIG on a fabric": [
      p5({ pool: { sharing: { kind: "mig", profile: "1g.10gb", instancesPerGpu: 7 } } }),
      [{ path: "pools.h100.sharing", value: "mig" }],
    ],
  },
  doesNotApply: { "whole GPUs": p5() },
};
