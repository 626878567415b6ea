import type { NodePool } from "../../model/model";

/** Shortest ResumeTimeout: room for a launch that is retried and, on a block, for the cleaning of a replaced machine. */
const leastResumeSeconds = 900;

/**
 * ResumeTimeout = 2 x the longest boot of any pool, at least 900 s, in whole minutes. Too short, and nodes that are still starting
 * are ended (aws/aws-parallelcluster#6842); too long only delays the second try. 600 s of boot give 1,200 s.
 */
export function resumeTimeoutSeconds(pools: readonly NodePool[]): number {
  const longest = Math.max(0, ...pools.map((pool) => pool.bootSeconds));
  return Math.max(leastResumeSeconds, Math.ceil((2 * longest) / 60) * 60);
}

/**
 * SuspendTimeout: from the call that ends an instance to the moment when its node may start again. The suspend program only waits
 * for EC2 to accept the call; the address and name are free after that.
 * @see https://slurm.schedmd.com/power_save.html
 */
export const suspendTimeoutSeconds = 120;
