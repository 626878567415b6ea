import type { Problems } from "../../errors";
import { type KubernetesPool, takesOneShare } from "../nodes/pool";

/** How few and how many replicas there may be. */
interface Replicas {
  readonly min: number;
  readonly max: number;
}

/** Complains about a smallest number above the largest, which the message calls `max`. */
export function checkOrder(problems: Problems, path: string, { min, max }: Replicas, name = "max"): void {
  if (min <= max) return;
  problems.add("conflict", path, `${path} must be at most ${name} ${max}, got ${min}; use ${max}`);
}

/** A target that starts replicas needs room for one more. */
export function checkRoomToScale(problems: Problems, path: string, { min, max }: Replicas): void {
  if (min !== max) return;
  problems.add(
    "conflict",
    path,
    `${path} can start no replica beyond replicas.max ${max}; raise replicas.max or leave it out`,
  );
}

/** What scales by Prometheus, but has none; `instead` is what to do without. */
export function addUnmonitored(problems: Problems, path: string, prop: string, instead: string): void {
  problems.add(
    "conflict",
    `${path}.${prop}`,
    `${path} scales by what Prometheus measures, but monitoring is false; leave out monitoring: false, or ${instead}`,
  );
}

/** What to do without Prometheus where nothing but the replicas asks for it. */
export const FIXED_REPLICAS = "give replicas.min and max the same number";

/** A pod on a pool with time slicing or MPS gets one share; false when it asks for more. */
export function checkOneShare(problems: Problems, path: string, of: KubernetesPool, asked: number): boolean {
  if (!takesOneShare(of) || asked <= 1) return true;
  problems.add(
    "out-of-range",
    path,
    `${path} must be 1 on pool "${of.pool.name}", whose device plugin gives a pod one share of a GPU, got ${asked}; use 1`,
  );
  return false;
}
