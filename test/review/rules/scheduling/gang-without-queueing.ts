import { gangWithoutQueueing } from "../../../../lib/review/rules/scheduling/gang-without-queueing";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: gangWithoutQueueing,
  holds: { Kueue: ray() },
  fails: { none: [ray({ kubernetes: { queueing: "none" } }), [{ path: "schedulers.ray.queueing" }]] },
  doesNotApply: { "pods of one host": ray({ kubernetes: { queueing: "none" }, group: { hosts: 1 } }) },
};
