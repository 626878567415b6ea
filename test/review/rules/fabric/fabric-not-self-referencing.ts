import { fabricNotSelfReferencing } from "../../../../lib/review/rules/fabric/fabric-not-self-referencing";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fabricNotSelfReferencing,
  holds: { "both rules": p5() },
  fails: {
    "a group that relies on egress to 0.0.0.0/0": [
      p5({ efa: { selfEgress: false } }),
      [{ path: "fabrics.fabric.egress" }],
    ],
    "neither rule": [
      p5({ efa: { selfEgress: false, selfIngress: false } }),
      [{ path: "fabrics.fabric.ingress" }, { path: "fabrics.fabric.egress" }],
    ],
  },
  doesNotApply: { "plain ethernet": p5({ fabric: { kind: "ethernet" } }) },
};
