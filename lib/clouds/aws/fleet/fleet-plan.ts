import type { Capacity } from "../pools/capacity/capacity";

/** One Auto Scaling group of a fleet. */
export interface FleetShare {
  /** Name of the group behind the fleet's: kind of the source, numbered from the second of a kind on. */
  readonly suffix: string;
  readonly source: Capacity;
  readonly min: number;
  readonly max: number;
  /** Whether a scaling policy moves it between min and max. */
  readonly scales: boolean;
}

/** Nodes that a fleet starts unless told otherwise: the fewest, or all where nothing would ever ask for more than none. */
export function defaultFleetSize(
  { min, max }: { readonly min: number; readonly max: number },
  scaling: boolean,
): number {
  return min > 0 || scaling ? min : max;
}

/**
 * Divides a fleet's nodes among the pool's sources, in their order: blocks and reservations up to what they hold, the rest to
 * the first of spot and on-demand. Auto Scaling groups do not fall from spot to on-demand by themselves; the schedulers'
 * adopters do. Only the last share scales, since a reservation is paid for anyway.
 */
export function fleetPlan(
  capacity: readonly Capacity[],
  nodes: { readonly min: number; readonly max: number },
  fleet: { readonly size?: number; readonly targetGpuUtilizationPercent?: number },
): FleetShare[] {
  const scaling = fleet.targetGpuUtilizationPercent !== undefined;
  const size = fleet.size ?? defaultFleetSize(nodes, scaling);
  const shares: FleetShare[] = [];
  const counts = new Map<string, number>();
  let taken = 0;
  for (const source of capacity) {
    const most = (scaling ? nodes.max : size) - taken;
    if (most <= 0) break;
    const number = (counts.get(source.kind) ?? 0) + 1;
    counts.set(source.kind, number);
    const suffix = number === 1 ? source.kind : `${source.kind}-${number}`;
    if (source.reserved) {
      const count = Math.min(source.options.nodes ?? most, most);
      shares.push({ suffix, source, min: count, max: count, scales: false });
      taken += count;
    } else {
      shares.push({ suffix, source, min: Math.max(0, size - taken), max: most, scales: scaling });
      break;
    }
  }
  return shares;
}
