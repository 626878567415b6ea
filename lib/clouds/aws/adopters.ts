import type { AdopterKind } from "../../remedies/adopters";
import { FLEET } from "./fleet/fleet-adopter";
import { NODE_FLEET } from "./fleet/node-fleet-table";
import { HYBRID } from "./hybrid/hybrid-adopter";
import { BURST_PARTITION, HYBRID_CLUSTER } from "./hybrid/hybrid-cluster-table";
import { KUBE_RAY_CLUSTER } from "./kubernetes/kube-ray-cluster-table";
import { KUBERNETES } from "./kubernetes/platform/kubernetes-adopter";
import { PARALLEL_COMPUTING, PCS_PARTITION } from "./pcs/parallel-computing-table";
import { PCS } from "./pcs/pcs-adopter";
import { sizeFor } from "./pcs/pcs-limits";
import type { AdopterTraits } from "./pools/pool-adopter";
import { SLURM } from "./slurm/slurm-adopter";
import { SLURM_HEAD_NODE } from "./slurm/slurm-head-node-table";

interface AdopterOfCloud extends Readonly<Record<string, unknown>> {
  /** What holds of nodes that it starts. */
  readonly traits: AdopterTraits;
  /** Its construct's props. */
  readonly table: object;
}

/** What starts nodes in AWS, apart from its constructs, with the further tables and rules that the keys of a blueprint are made of. */
export const adopters = {
  slurm: { traits: SLURM, table: SLURM_HEAD_NODE },
  pcs: { traits: PCS, table: PARALLEL_COMPUTING, partition: PCS_PARTITION, sizeFor },
  hybrid: { traits: HYBRID, table: HYBRID_CLUSTER, partition: BURST_PARTITION },
  kubernetes: { traits: KUBERNETES, table: KUBE_RAY_CLUSTER },
  fleet: { traits: FLEET, table: NODE_FLEET },
} satisfies Readonly<Record<AdopterKind, AdopterOfCloud>>;
