import type { KubernetesPool } from "../nodes/pool";

/** How few and how many replicas there may be. */
export interface ReplicaRange {
  readonly min: number;
  readonly max: number;
}

interface Sizes {
  readonly tensorParallel: number;
  readonly pipelineParallel: number;
  readonly dataParallel: number;
}

/** GPUs of one rank, which computes attention alone. */
export const gpusPerRank = ({ tensorParallel, pipelineParallel }: Omit<Sizes, "dataParallel">): number =>
  tensorParallel * pipelineParallel;

/** GPUs that one replica takes, all ranks of it. */
export function gpusPerReplica(props: Sizes): number {
  return gpusPerRank(props) * props.dataParallel;
}

/** Replicas that answer and those that only prefill. */
export function allReplicas(props: {
  readonly replicas: ReplicaRange;
  readonly prefillReplicas: ReplicaRange | null;
}): ReplicaRange {
  const { replicas, prefillReplicas } = props;
  return { min: replicas.min + (prefillReplicas?.min ?? 0), max: replicas.max + (prefillReplicas?.max ?? 0) };
}

/** Most requests that Ray Serve gives one replica at once. */
export function mostOngoingRequests(props: { readonly targetOngoingRequests: number }): number {
  return props.targetOngoingRequests * 2;
}

/** GPUs of one worker pod: a replica's, or a node's whole where a replica takes several nodes. */
export function servingGpusPerPod(props: Sizes & { readonly of: KubernetesPool }): number {
  return Math.min(gpusPerReplica(props), props.of.type.acceleratorCount);
}
