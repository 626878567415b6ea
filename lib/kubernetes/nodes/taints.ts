import { type NodeTaint, TAINT_VALUE } from "../../model/kubernetes/node-taint";
import type { NodePool } from "../../model/pool";
import { TOLERATE_GPU } from "../chart/names";

/** A taint that a pod bears with. @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
export interface Toleration {
  readonly key: string;
  readonly operator: "Exists" | "Equal";
  readonly value?: string;
  readonly effect?: string;
}

/** A pool's own taints, those that the library sets aside. */
export function ownTaints({ taints = [] }: Pick<NodePool, "taints">): readonly Required<NodeTaint>[] {
  return taints.map(({ key, value = TAINT_VALUE, effect }) => ({ key, value, effect }));
}

/** What pods of a pool bear with: the GPU's taint and the pool's own, whatever their values. */
export function poolTolerations(pool: Pick<NodePool, "taints">): readonly Toleration[] {
  const own = ownTaints(pool).map(({ key, effect }): Toleration => ({ key, operator: "Exists", effect }));
  return own.length > 0 ? [...TOLERATE_GPU, ...own] : TOLERATE_GPU;
}

/** What agents bear with that run on the nodes of several pools: the taints of all, each once. */
export function agentTolerations(
  pools: readonly { readonly tolerations: readonly Toleration[] }[],
): readonly Toleration[] {
  const all = [...TOLERATE_GPU, ...pools.flatMap(({ tolerations }) => tolerations)];
  return [...new Map(all.map((of) => [`${of.key} ${of.effect ?? ""}`, of])).values()];
}
