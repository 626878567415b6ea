import type { Workload } from "../../../../lib/model/model";
import { efaMissing } from "../../../../lib/review/rules/fabric/efa-missing";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const { deadlineDays, checkpointMinutes, model, sequenceLength } = LLAMA_70B;
const FULL_70B: Extract<Workload, { kind: "fine-tuning" }> = {
  kind: "fine-tuning",
  method: "full",
  loraRank: null,
  tokens: 1e9,
  globalBatchSequences: 64,
  deadlineDays,
  checkpointMinutes,
  model,
  sequenceLength,
};

export const cases: RuleCases = {
  rule: efaMissing,
  holds: { "training on p5 nodes with a fabric": at(p5(), LLAMA_70B) },
  fails: {
    "worker groups that work as one, without one": [
      ray({ pool: { fabric: null }, group: { rdmaDevicesPerPod: 0 } }),
      [{ path: "pools.h100.fabric" }],
    ],
    "training on p5 nodes without one": [
      at(p5({ pool: { fabric: null } }), LLAMA_70B),
      [
        {
          path: "pools.h100.fabric",
          value: "TCP over 100 Gb/s per node; 40.5 s per step",
          allowed: "EFA over 3,200 Gb/s per node (32 interfaces); 31.8 s per step",
          severity: "error",
        },
      ],
    ],
    "training on four p5 nodes, where the step is under a tenth longer without one": [
      at(p5({ pool: { fabric: null, nodes: { min: 0, max: 4 } } }), { ...LLAMA_70B, globalBatchSequences: 256 }),
      [
        {
          value: "TCP over 100 Gb/s per node; 70.1 s per step",
          allowed: "EFA over 3,200 Gb/s per node (32 interfaces); 65.6 s per step",
          severity: "warning",
        },
      ],
    ],
    "fine-tuning of all of a model that no node holds": [
      at(p5({ pool: { fabric: null } }), FULL_70B),
      [{ path: "pools.h100.fabric", value: "TCP over 100 Gb/s per node; 6.19 s per step" }],
    ],
  },
  doesNotApply: {
    "a Ray cluster that people submit work to": ray({
      pool: { fabric: null },
      group: { rdmaDevicesPerPod: 0, independent: true },
    }),
    "a single node": at(p5({ pool: { fabric: null, nodes: { min: 0, max: 1 } } }), LLAMA_70B),
    "types without EFA": at(p5({ pool: { fabric: null, instanceType: "g5.4xlarge" } }), LLAMA_70B),
    "fine-tuning of adapters, whose frozen model a node holds": at(p5({ pool: { fabric: null } }), {
      ...FULL_70B,
      method: "lora",
      loraRank: 16,
    }),
    "a model that is served from one node a replica": at(p5({ pool: { fabric: null } }), CHAT_8B),
  },
};
