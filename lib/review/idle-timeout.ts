import type { Scheduler } from "../model/scheduler";

/** How long a pool's nodes stay up without a job. */
export interface IdleTimeout {
  /** Part of the design that says so. */
  readonly path: string;
  readonly minutes: number;
}

/** The idle timeout of a pool's nodes: that of a partition with the pool where one has its own, else the scheduler's. */
export function idleTimeoutOf(slurm: Extract<Scheduler, { kind: "slurm" }>, pool: string): IdleTimeout {
  // partitions that share a pool agree: the constructs refuse two idle times for one node
  const own = slurm.partitions.find(
    ({ pools, suspendMinutes }) => pools.includes(pool) && suspendMinutes !== undefined,
  );
  if (own?.suspendMinutes === undefined) {
    return { path: `schedulers.${slurm.name}.suspendMinutes`, minutes: slurm.suspendMinutes };
  }
  const path = `schedulers.${slurm.name}.partitions.${own.name}.suspendMinutes`;
  return { path, minutes: own.suspendMinutes };
}
