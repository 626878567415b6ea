import type { Cluster } from "../../../../lib/model/model";
import { serviceScalesToZero } from "../../../../lib/review/rules/inference/service-scales-to-zero";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { deployed, serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const none = { nodes: { min: 0, max: 8 } };
const undeclared = (provisioner: "karpenter" | "managed"): Cluster => ({
  ...deployed({}, none),
  schedulers: deployed().schedulers.map((s) => ({ ...s, provisioner, serving: [] }) as typeof s),
});

export const cases: RuleCases = {
  rule: serviceScalesToZero,
  holds: {
    "two nodes": at(serving(), CHAT_8B),
    "a fleet that nothing scales": at(serving(none, { scaling: "fixed", size: 8 }), CHAT_8B),
    "replicas that keep nodes, though the pool's fewest is none": at(deployed({}, none), CHAT_8B),
  },
  fails: {
    none: [at(serving(none), CHAT_8B), [{ path: "pools.l40s.nodes.min", value: 0, fix: "set nodes.min to 1" }]],
    "no replica, though nodes.min is 2": [
      at(deployed({ replicas: { min: 0, max: 8 } }), CHAT_8B),
      [{ path: "serving.chat.replicas.min", value: 0, fix: "set replicas.min to 1" }],
    ],
    "Karpenter, which keeps no node without pods": [
      at(undeclared("karpenter"), CHAT_8B),
      [
        {
          path: "pools.l40s.nodes.min",
          fix: 'declare the model in serving with replicas.min of 1 or more (Karpenter keeps no node without pods), or use provisioner "managed" with nodes.min of 1 or more',
        },
      ],
    ],
    "node groups": [at(undeclared("managed"), CHAT_8B), [{ path: "pools.l40s.nodes.min", fix: "set nodes.min to 1" }]],
  },
  doesNotApply: {
    "no objective": at(serving(), { ...CHAT_8B, timeToFirstTokenSeconds: null }),
    training: at(p5(), LLAMA_70B),
  },
};
