import { workerGroupUnknownPool } from "../../../../lib/review/rules/scheduling/worker-group-unknown-pool";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: workerGroupUnknownPool,
  holds: { "two hosts of seventeen": ray() },
  fails: {
    "a pool that is not there": [
      ray({ group: { pool: "h10" } }),
      [{ path: "schedulers.ray.workerGroups.workers.pool", fix: "use h100" }],
    ],
    "more hosts than nodes": [
      ray({ group: { hosts: 18 } }),
      [{ path: "schedulers.ray.workerGroups.workers.hosts", value: 18 }],
    ],
  },
  doesNotApply: { "no Kubernetes": p5() },
};
