import { partitionMixesAccelerators } from "../../../../lib/review/rules/scheduling/partition-mixes-accelerators";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: partitionMixesAccelerators,
  holds: {
    "two pools of one kind": p5({
      cluster: { pools: [...p5().pools, ...p5({ pool: { name: "spare" } }).pools] },
      partition: { pools: ["h100", "spare"] },
    }),
  },
  fails: {
    "H100 with A100": [
      p5({
        cluster: { pools: [...p5().pools, ...p5({ pool: { name: "a100", instanceType: "p4d.24xlarge" } }).pools] },
        partition: { pools: ["h100", "a100"] },
      }),
      [{ path: "schedulers.slurm.partitions.train.pools", value: "8 x A100-SXM-40GB and 8 x H100-SXM-80GB" }],
    ],
  },
  doesNotApply: { "one pool": p5() },
};
