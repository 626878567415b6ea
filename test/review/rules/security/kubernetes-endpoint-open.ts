import { kubernetesEndpointOpen } from "../../../../lib/review/rules/security/kubernetes-endpoint-open";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: kubernetesEndpointOpen,
  holds: {
    "a private endpoint": ray(),
    "a company network": ray({ kubernetes: { publicEndpoint: true, publicEndpointCidrs: ["203.0.113.0/24"] } }),
  },
  fails: {
    "no list, which means everybody": [
      ray({ kubernetes: { publicEndpoint: true } }),
      [{ path: "schedulers.ray.publicEndpointCidrs", value: "0.0.0.0/0" }],
    ],
    "everybody by name": [
      ray({ kubernetes: { publicEndpoint: true, publicEndpointCidrs: ["::/0"] } }),
      [{ value: "::/0" }],
    ],
  },
  doesNotApply: { "no Kubernetes": p5() },
};
