import { partitionUnknownPool } from "../../../../lib/review/rules/scheduling/partition-unknown-pool";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: partitionUnknownPool,
  holds: { "a pool that is there": p5() },
  fails: {
    "a misspelt one": [
      p5({ partition: { pools: ["h10"] } }),
      [{ path: "schedulers.slurm.partitions.train.pools", value: "h10", fix: "use h100" }],
    ],
    "no pool at all": [
      p5({ partition: { pools: [] } }),
      [{ path: "schedulers.slurm.partitions.train.pools", value: "none" }],
    ],
  },
  doesNotApply: { "no Slurm": ray() },
};
