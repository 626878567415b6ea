interface Replicas {
  readonly min: number;
  readonly max: number;
}

/** What decides how many replicas a pool has room for. */
export interface ServingRoom {
  readonly pool: string;
  /** Most nodes. */
  readonly nodes: number;
  /** GPUs, MIG devices or shares of one node, and of one GPU. */
  readonly perNode: number;
  readonly perGpu: number;
  /** Whole GPUs by pool that each team owns; KAI's are lent. */
  readonly teams: readonly { readonly gpus: Readonly<Record<string, number>> }[];
}

/** GPUs (MIG devices, shares) of a pool that servers may take: what no team owns. */
function gpusToServe({ pool, nodes, perNode, perGpu, teams }: ServingRoom): number {
  const owned = teams.reduce((sum, { gpus }) => sum + (gpus[pool] ?? 0), 0);
  return nodes * perNode - owned * perGpu;
}

/** From one to as many replicas of a language model as the pool carries beside GPUs that are taken otherwise. */
export function modelReplicas(room: ServingRoom, gpusPerReplica: number, taken = 0): Replicas {
  return { min: 1, max: Math.max(1, Math.floor((gpusToServe(room) - taken) / gpusPerReplica)) };
}

/** From one to as many replicas of a Triton server, none of which goes over nodes. */
export function tritonReplicas(room: ServingRoom, gpusPerReplica: number): Replicas {
  const perNode = Math.max(1, Math.floor(room.perNode / gpusPerReplica));
  const most = Math.min(room.nodes * perNode, Math.floor(gpusToServe(room) / gpusPerReplica));
  return { min: 1, max: Math.max(1, most) };
}

/** Who reaches a server: clients of the gateway where there is one, else the network. */
export function defaultExposure(gateway: unknown): "gateway" | "internal" {
  return gateway == null ? "internal" : "gateway";
}
