import { gresOf } from "../definition/node-hardware";
import type { SlurmPool } from "../definition/slurm-cluster";
import { hostList } from "./node-ranges";

/**
 * NodeName lines of a pool, one a range. All are CLOUD nodes, static ones too: a block's instances get other addresses each time,
 * and leave when the block ends.
 * @see https://slurm.schedmd.com/slurm.conf.html#SECTION_NODE-CONFIGURATION
 */
export function nodeLines(pool: SlurmPool): string[] {
  const { hardware } = pool;
  const gres = gresOf(hardware);
  return pool.ranges.map((range) =>
    [
      `NodeName=${hostList(range)}`,
      `Sockets=${hardware.sockets}`,
      `CoresPerSocket=${hardware.coresPerSocket}`,
      `ThreadsPerCore=${hardware.threadsPerCore}`,
      `RealMemory=${hardware.realMemoryMiB}`,
      ...(gres === null ? [] : [`Gres=${gres}`]),
      `Feature=${[...pool.features, range.kind].join(",")}`,
      // Running nodes are paid for already, so static ones are filled before dynamic ones of the same pool.
      `Weight=${pool.weight * 2 + (range.kind === "dynamic" ? 1 : 0)}`,
      "State=CLOUD",
    ].join(" "),
  );
}
