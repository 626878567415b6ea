import { runShortForCluster } from "../../../../lib/review/rules/cost/run-short-for-cluster";
import { images } from "../../batch-work";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { TUNE_8B } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const one = p5({ pool: { nodes: { min: 0, max: 1 } } });
const sixteen = p5({ pool: { nodes: { min: 0, max: 16 } } });

export const cases: RuleCases = {
  rule: runShortForCluster,
  holds: {
    "days of pre-training": at(sixteen, LLAMA_70B),
    "days of images": at(sixteen, images({ units: 1e9 })),
    "hours of LoRA on one node": at(one, { ...TUNE_8B, tokens: 1e10 }),
  },
  fails: {
    "a LoRA run of under a minute on sixteen nodes": [
      at(sixteen, { ...TUNE_8B, tokens: 1e8, globalBatchSequences: 256 }),
      [{ path: "pools.h100.nodes.max", fix: "run it on 1 node, or queue further runs" }],
    ],
    "a LoRA run on one node that is over before the node has booted": [
      at(one, { ...TUNE_8B, tokens: 1e7 }),
      [
        {
          path: "pools.h100.instanceType",
          fix: "queue further runs on the same node, or use a smaller instance type",
          severity: "info",
        },
      ],
    ],
    "a thousand images on sixteen nodes": [
      at(sixteen, images({ units: 1000 })),
      [{ path: "pools.h100.nodes.max", fix: "run it on 1 node, or queue further runs" }],
    ],
  },
  doesNotApply: {
    "no workload": sixteen,
  },
};
