import { nvmeUnused } from "../../../../lib/review/rules/storage/nvme-unused";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: nvmeUnused,
  holds: { "a cache": p5() },
  fails: {
    none: [
      p5({ pool: { nvmeCache: null } }),
      [{ path: "pools.h100.nvmeCache", allowed: "a mount for the 8 x 3800 GB" }],
    ],
  },
  doesNotApply: { "a type without NVMe": p5({ pool: { instanceType: "m7i.2xlarge" } }) },
};
