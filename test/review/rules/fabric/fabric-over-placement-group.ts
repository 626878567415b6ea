import type { Cluster } from "../../../../lib/model/model";
import { fabricOverPlacementGroup } from "../../../../lib/review/rules/fabric/fabric-over-placement-group";
import { onDemand, p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

/** Nodes on Azure's InfiniBand. */
function azure(max: number): Cluster {
  const cluster = p5({
    pool: {
      instanceType: "Standard_ND96isr_H100_v5",
      nodes: { min: 0, max },
      capacity: [onDemand()],
    },
  });
  const fabrics = cluster.fabrics.map((fabric) => ({ ...fabric, kind: "infiniband" as const }));
  return { ...cluster, cloud: "azure", region: "eastus", fabrics };
}

export const cases: RuleCases = {
  rule: fabricOverPlacementGroup,
  holds: { "100 nodes in one fabric": azure(100) },
  fails: {
    "120 nodes in one fabric": [azure(120), [{ path: "pools.h100.nodes.max", value: 120 }]],
  },
  doesNotApply: { "EFA, which another cloud has": p5() },
};
