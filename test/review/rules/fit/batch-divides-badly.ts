import { batchDividesBadly } from "../../../../lib/review/rules/fit/batch-divides-badly";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { TUNE_8B } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const four = p5({ pool: { nodes: { min: 4, max: 4 } } });

export const cases: RuleCases = {
  rule: batchDividesBadly,
  holds: {
    "a batch that the GPUs divide": at(four, {
      ...TUNE_8B,
      method: "full",
      loraRank: null,
      tokens: 1e11,
      globalBatchSequences: 512,
    }),
    "another batch that is less than a tenth faster": at(p5({ pool: { nodes: { min: 16, max: 16 } } }), {
      ...LLAMA_70B,
      globalBatchSequences: 1000,
    }),
  },
  fails: {
    "a prime number of sequences": [
      at(four, { ...TUNE_8B, method: "full", loraRank: null, tokens: 1e11, globalBatchSequences: 509 }),
      [{ path: "workload.globalBatchSequences", fix: "set globalBatchSequences to 512" }],
    ],
  },
  doesNotApply: {
    "a layout of one's own": at(p5(), { ...LLAMA_70B, parallelism: { tensor: 8, pipeline: 4 } }),
    "no workload": four,
  },
};
