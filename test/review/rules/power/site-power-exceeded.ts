import { sitePowerExceeded } from "../../../../lib/review/rules/power/site-power-exceeded";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: sitePowerExceeded,
  holds: {
    "17 nodes of 10.2 kW on 200 kW": p5({
      cluster: { cloud: "onprem", site: { powerKilowatts: 200, rackKilowatts: null } },
    }),
  },
  fails: {
    "17 nodes on 150 kW": [
      p5({ cluster: { cloud: "onprem", site: { powerKilowatts: 150, rackKilowatts: null } } }),
      [
        {
          path: "site.powerKilowatts",
          value: "173 kW nameplate power of the GPU nodes only",
          allowed: "150 kW or less",
        },
      ],
    ],
  },
  doesNotApply: { "a cloud": p5() },
};
