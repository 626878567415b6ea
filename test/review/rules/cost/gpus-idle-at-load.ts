import { gpusIdleAtLoad } from "../../../../lib/review/rules/cost/gpus-idle-at-load";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const RARE = { ...CHAT_8B, requestsPerSecond: 1 };

export const cases: RuleCases = {
  rule: gpusIdleAtLoad,
  holds: {
    "nodes that are busy at the peak": at(serving({ nodes: { min: 6, max: 8 } }), CHAT_8B),
    "the two nodes that a service needs": at(serving({ nodes: { min: 2, max: 8 } }), RARE),
    "a node whose GPUs are shared, with other services too": at(
      serving({
        instanceType: "p5.48xlarge",
        nodes: { min: 1, max: 2 },
        sharing: { kind: "mig", profile: "3g.40gb", instancesPerGpu: 2 },
      }),
      RARE,
    ),
  },
  fails: {
    "sixteen nodes for a request per second": [
      at(serving({ nodes: { min: 16, max: 16 } }), RARE),
      [{ path: "pools.l40s.nodes.min", fix: "keep 2 nodes running, or use 2 x g5.xlarge" }],
    ],
    "one node of eight GPUs, where two small ones would do": [
      at(serving({ instanceType: "p5.48xlarge", nodes: { min: 1, max: 2 } }), RARE),
      [{ path: "pools.l40s.instanceType", fix: "use 2 x g5.xlarge", severity: "info" }],
    ],
  },
  doesNotApply: {
    training: at(p5(), LLAMA_70B),
    "nodes that all scale": at(serving({ nodes: { min: 0, max: 8 } }), RARE),
  },
};
