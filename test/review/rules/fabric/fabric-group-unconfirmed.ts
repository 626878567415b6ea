import { fabricGroupUnconfirmed } from "../../../../lib/review/rules/fabric/fabric-group-unconfirmed";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: fabricGroupUnconfirmed,
  holds: {
    "a group of the fabric's own": p5(),
    "a group that is known to lack a rule, a finding of its own": p5({ efa: { selfIngress: false } }),
  },
  fails: {
    "an existing group": [
      p5({ efa: { selfIngress: null, selfEgress: null } }),
      [{ path: "fabrics.fabric.securityGroupId", value: "ingress and egress rules of an existing security group" }],
    ],
    "an existing group whose ingress is known": [
      p5({ efa: { selfEgress: null } }),
      [{ value: "egress rules of an existing security group" }],
    ],
  },
  doesNotApply: { "no EFA": p5({ fabric: { kind: "infiniband" } }) },
};
