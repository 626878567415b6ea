import { efaRequestMissing } from "../../../../lib/review/rules/fabric/efa-request-missing";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: efaRequestMissing,
  holds: { "32 for a whole p5": ray(), "8 for a quarter": ray({ group: { gpusPerPod: 2, efaPerPod: 8 } }) },
  fails: {
    none: [
      ray({ group: { efaPerPod: 0 } }),
      [
        {
          path: "schedulers.ray.workerGroups.workers.efaPerPod",
          value: 0,
          fix: "set efaPerPod to 32, or omit it",
        },
      ],
    ],
    "one of 32": [ray({ group: { efaPerPod: 1 } }), [{ value: 1 }]],
  },
  doesNotApply: { "groups of one host": ray({ group: { hosts: 1, efaPerPod: 0 } }), "no Kubernetes": p5() },
};
