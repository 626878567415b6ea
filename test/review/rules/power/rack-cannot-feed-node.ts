import { rackCannotFeedNode } from "../../../../lib/review/rules/power/rack-cannot-feed-node";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: rackCannotFeedNode,
  holds: { "racks of 42 kW": p5({ cluster: { cloud: "onprem", site: { powerKilowatts: null, rackKilowatts: 42 } } }) },
  fails: {
    "racks of 8 kW": [
      p5({ cluster: { cloud: "onprem", site: { powerKilowatts: null, rackKilowatts: 8 } } }),
      [{ path: "site.rackKilowatts", value: "10.2 kW per node of pool h100", fix: "use racks of 11 kW or more" }],
    ],
  },
  doesNotApply: { "a cloud": p5() },
};
