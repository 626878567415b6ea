import { findInstanceType } from "../../../../catalog/instance-types";
import { differences, takesAlternatives } from "../../../../model/alternative-types";
import { ROOT_VOLUME } from "../../../../model/aws/pool-defaults";
import type { NodePool } from "../../../../model/model";
import { ROOT_GIB } from "./queues";

/** Types that can take the place of the pool's own; one that cannot needs a pool of its own, which a note says. */
export function alternatives(pool: NodePool, notes: string[]): { readonly alternativeTypes?: readonly string[] } {
  const { name, instanceType, alternativeTypes = [], capacity, fabric } = pool;
  const type = findInstanceType(instanceType)!;
  const shared = { layout: "legacy-all-efa", onFabric: fabric !== null, setsThreads: false } as const;
  const sold = capacity.some(takesAlternatives);
  const kept = alternativeTypes.filter((other) => {
    const row = findInstanceType(other);
    const why = !sold
      ? `the reservation holds ${instanceType} alone`
      : row === undefined
        ? "is not in the catalog"
        : differences(type, row, shared)[0];
    if (why !== undefined)
      notes.push(`pools.${name}: ${other} cannot replace ${instanceType} (${why}); add a pool of it`);
    return why === undefined;
  });
  return kept.length > 0 ? { alternativeTypes: kept } : {};
}

/** The size of the root volume where it is not the default; one that is too small for the image is raised. */
export function rootVolume({ name, rootVolumeGiB }: NodePool, notes: string[]): { readonly rootVolumeGiB?: number } {
  if (rootVolumeGiB === ROOT_GIB) return {};
  if (rootVolumeGiB >= ROOT_VOLUME.leastGiB) return { rootVolumeGiB };
  notes.push(`pools.${name}: the root volume of ${rootVolumeGiB} GiB is raised to ${ROOT_VOLUME.leastGiB} GiB`);
  return { rootVolumeGiB: ROOT_VOLUME.leastGiB };
}
