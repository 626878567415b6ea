import { fabricUnknown } from "../../../../lib/review/rules/fabric/fabric-unknown";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fabricUnknown,
  holds: { "a fabric that is there": p5() },
  fails: {
    "a misspelt one": [
      p5({ pool: { fabric: { name: "fabrik", devices: 32, gbpsEach: 100, gpuDirect: true } } }),
      [{ path: "pools.h100.fabric", fix: "use fabric" }],
    ],
  },
  doesNotApply: { "no fabric": p5({ pool: { fabric: null } }) },
};
