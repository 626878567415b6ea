import { gresOf } from "../definition/node-hardware";
import type { NodeRange, SlurmPool } from "../definition/slurm-cluster";
import { hostList } from "./node-ranges";

/** Addresses of a range as Slurm's own expression: `10.10.1.[1-32]`. */
function addresses({ address, first, last }: NodeRange): string[] {
  if (address === undefined) return [];
  const [, network, host] = /^(.*\.)(\d+)$/.exec(address)!;
  const end = Number(host) + last - first;
  return [`NodeAddr=${first === last ? address : `${network}[${host}-${end}]`}`];
}

/**
 * NodeName lines of a pool, one a range. Nodes that a cloud starts are CLOUD nodes, static ones too: a block's instances get other
 * addresses each time, and leave when the block ends. Owned nodes are UNKNOWN until they register.
 * @see https://slurm.schedmd.com/slurm.conf.html#SECTION_NODE-CONFIGURATION
 */
export function nodeLines(pool: SlurmPool): string[] {
  const { hardware } = pool;
  const gres = gresOf(hardware);
  return pool.ranges.map((range) =>
    [
      `NodeName=${hostList(range)}`,
      ...addresses(range),
      `Sockets=${hardware.sockets}`,
      `CoresPerSocket=${hardware.coresPerSocket}`,
      `ThreadsPerCore=${hardware.threadsPerCore}`,
      `RealMemory=${hardware.realMemoryMiB}`,
      ...(gres === null ? [] : [`Gres=${gres}`]),
      `Feature=${[...pool.features, range.kind].join(",")}`,
      // Running nodes are paid for already, so static ones are filled before dynamic ones of the same pool.
      `Weight=${pool.weight * 2 + (range.kind === "dynamic" ? 1 : 0)}`,
      range.kind === "owned" ? "State=UNKNOWN" : "State=CLOUD",
    ].join(" "),
  );
}
