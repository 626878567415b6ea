import { hugePagesMissing } from "../../../../lib/review/rules/fabric/huge-pages-missing";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: hugePagesMissing,
  holds: { "5 GiB of them": ray(), "pods that use none": ray({ group: { hugePages2MiB: null } }) },
  fails: {
    none: [ray({ group: { hugePages2MiB: 0 } }), [{ path: "schedulers.ray.workerGroups.workers.hugePages2MiB" }]],
  },
  doesNotApply: { "pods without EFA": ray({ group: { rdmaDevicesPerPod: 0, hosts: 1 } }) },
};
