import type { IConstruct } from "constructs";
import type { PoolMount } from "../shared/boot-step";
import type { GpuNodePool } from "./gpu-node-pool";

/** What the mounts of a node need. */
export const neededByMounts = (mounts: readonly PoolMount[] = []): readonly IConstruct[] =>
  mounts.flatMap(({ source }) => source ?? []);

/** What the nodes of pools need to boot: way out, groups, role, templates, fabric, file systems. */
export function neededBy(pools: readonly GpuNodePool[]): readonly IConstruct[] {
  return [
    ...new Set(
      pools.flatMap((pool) => [
        pool.network,
        pool,
        ...(pool.fabric ? [pool.fabric] : []),
        ...neededByMounts(pool.mounts),
      ]),
    ),
  ];
}
