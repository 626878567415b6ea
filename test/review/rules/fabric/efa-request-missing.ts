import { efaRequestMissing } from "../../../../lib/review/rules/fabric/efa-request-missing";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: efaRequestMissing,
  holds: { "32 for a whole p5": ray(), "8 for a quarter": ray({ group: { gpusPerPod: 2, rdmaDevicesPerPod: 8 } }) },
  fails: {
    none: [
      ray({ group: { rdmaDevicesPerPod: 0 } }),
      [
        {
          path: "schedulers.ray.workerGroups.workers.rdmaDevicesPerPod",
          value: 0,
          fix: "request 32 of vpc.amazonaws.com/efa per pod",
        },
      ],
    ],
    "half of the GPUs that share a device": [
      ray({
        group: { gpusPerPod: 4, rdmaDevicesPerPod: 0 },
        interfaces: [
          { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
          { networkCardIndex: 0, deviceIndex: 1, interfaceType: "efa" },
        ],
      }),
      [{ value: 0, fix: "raise gpusPerPod to 8, the GPUs that share one device" }],
    ],
    "one of 32": [ray({ group: { rdmaDevicesPerPod: 1 } }), [{ value: 1 }]],
  },
  doesNotApply: { "groups of one host": ray({ group: { hosts: 1, rdmaDevicesPerPod: 0 } }), "no Kubernetes": p5() },
};
