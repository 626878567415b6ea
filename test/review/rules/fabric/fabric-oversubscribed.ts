import { fabricOversubscribed } from "../../../../lib/review/rules/fabric/fabric-oversubscribed";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fabricOversubscribed,
  holds: { "a non-blocking fat tree": p5({ fabric: { kind: "infiniband", oversubscription: 1 } }) },
  fails: {
    "two to one": [
      p5({ fabric: { kind: "infiniband", oversubscription: 2 } }),
      [{ path: "fabrics.fabric.oversubscription", value: "2 : 1" }],
    ],
  },
  doesNotApply: { "EFA, which AWS runs": p5() },
};
