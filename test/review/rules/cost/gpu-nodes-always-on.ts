import { gpuNodesAlwaysOn } from "../../../../lib/review/rules/cost/gpu-nodes-always-on";
import { onDemand, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: gpuNodesAlwaysOn,
  holds: { "on-demand nodes from zero": p5({ pool: { capacity: [onDemand()] } }) },
  fails: {
    "two on-demand nodes always on": [
      p5({ pool: { capacity: [onDemand()], nodes: { min: 2, max: 16 } } }),
      [{ path: "pools.h100.nodes.min", value: 2 }],
    ],
  },
  doesNotApply: { "a reservation, which is paid for anyway": p5(), "a service": serving() },
};
