import { podSplitsNodeBadly } from "../../../../lib/review/rules/scheduling/pod-splits-node-badly";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: podSplitsNodeBadly,
  holds: { "eight of eight": ray(), "two of eight": ray({ group: { gpusPerPod: 2, hosts: 1 } }) },
  fails: {
    "three of eight": [
      ray({ group: { gpusPerPod: 3 } }),
      [
        {
          path: "schedulers.ray.workerGroups.workers.gpusPerPod",
          value: "3, which leaves 2 of 8 idle",
          allowed: "1, 2, 4, 8",
          fix: "set gpusPerPod to 2",
        },
      ],
    ],
    "sixteen of eight": [ray({ group: { gpusPerPod: 16 } }), [{ value: "16 of 8", fix: "set gpusPerPod to 8" }]],
  },
  doesNotApply: { "no Kubernetes": p5() },
};
