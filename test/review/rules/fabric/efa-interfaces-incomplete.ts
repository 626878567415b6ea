import { efaInterfacesIncomplete } from "../../../../lib/review/rules/fabric/efa-interfaces-incomplete";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: efaInterfacesIncomplete,
  holds: { "the catalog's layout": p5() },
  fails: {
    "a lone EFA on card 0": [
      p5({ interfaces: [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: "efa" }] }),
      [
        {
          path: "pools.h100.networkInterfaces",
          value: "1 EFA interface",
          allowed: "32 EFA interfaces, 3200 Gb/s in total",
        },
      ],
    ],
  },
  doesNotApply: { "a pool without a fabric": p5({ pool: { fabric: null } }) },
};
