import { z } from "zod";
import { defaultFleetSize } from "../../../../clouds/aws-rules";
import { NODE_FLEET } from "../../../../clouds/aws-tables";
import type { Place } from "../../key";
import { keysOf } from "../../keys-of-table";
import { part } from "../../place";
import { poolOf } from "../../pool-place";
import { strictObject } from "../../strict-object";

function fleetSize(place: Place): number | undefined {
  const { min, max } = part(poolOf(place), "nodes");
  const scaling = place.owner.targetGpuUtilizationPercent !== undefined;
  const size = defaultFleetSize({ min: Number(min), max: Number(max) }, scaling);
  return Number.isNaN(size) ? undefined : size;
}

export const fleetSchema = strictObject(() => ({
  pool: z.string().describe("Name of the pool whose nodes are started"),
  ...keysOf("NodeFleet", NODE_FLEET, { without: ["pool"], derived: { size: fleetSize } }),
})).describe("Auto Scaling groups over a pool, for launchers that bring their own rendezvous");

/** One of `fleets`. */
export interface FleetBlueprint extends z.infer<typeof fleetSchema> {}
