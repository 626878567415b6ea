import { poolNotAdopted } from "../../../../lib/review/rules/scheduling/pool-not-adopted";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

const orphan = p5({ pool: { adoptedBy: null } });

export const cases: RuleCases = {
  rule: poolNotAdopted,
  holds: { "a pool of a partition": p5() },
  fails: {
    "an orphan": [
      orphan,
      [{ path: "pools.h100.adoptedBy", value: null, fix: expect.stringContaining("a HybridCluster") }],
    ],
    "an orphan in a cloud that lacks some of AWS's schedulers": [
      { ...orphan, cloud: "azure" },
      [{ fix: "pass it to a SlurmHeadNode (partitions), a KubeRayCluster (pools) or a NodeFleet (pool)" }],
    ],
    "an orphan on premises": [{ ...orphan, cloud: "onprem" }, [{ fix: "name the pool in slurm.partitions" }]],
  },
  doesNotApply: { "a cluster without pools": p5({ cluster: { pools: [] } }) },
};
