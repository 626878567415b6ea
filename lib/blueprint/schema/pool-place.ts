import { findAccelerator } from "../../catalog/accelerators";
import { findInstanceType, hasFabric } from "../../catalog/instance-types";
import type { InstanceType } from "../../catalog/types";
import type { ServingRoom } from "../../kubernetes/serving/replica-defaults";
import type { CapacitySource } from "../../model/model";
import type { Place } from "./key";
import { part, parts, type Tree } from "./place";

/** Row of a pool's instance type; undefined where the catalog has none, which is refused elsewhere. */
export function typeOf({ instanceType }: Tree): InstanceType | undefined {
  return typeof instanceType === "string" ? findInstanceType(instanceType) : undefined;
}

/** Whether nodes with a fabric to join do: if nothing is said, those with EFA. */
export function joinsFabric({ fabric, instanceType }: { readonly fabric?: boolean; readonly instanceType: string }) {
  const type = findInstanceType(instanceType);
  return fabric ?? (type !== undefined && hasFabric(type));
}

/** What the kinds of sources that a stack makes are once they are made. */
const MADE_KINDS: Readonly<Record<string, CapacitySource["kind"]>> = {
  "buy-block": "block",
  reserve: "reservation",
  "reservation-group": "reservation",
};

/** Kinds of a pool's sources in the model's terms. */
export function sourcesOf(pool: Tree): CapacitySource["kind"][] {
  if (pool.capacity === undefined) return ["on-demand"];
  return parts(pool, "capacity").map(({ kind }) => MADE_KINDS[String(kind)] ?? (kind as CapacitySource["kind"]));
}

export const mountsLustre = (root: Tree, pool: Tree): boolean =>
  parts(pool, "mounts").some(({ fileSystem }) => part(root, "fileSystems", String(fileSystem)).kind === "lustre");

/** How many parts each GPU of a pool is advertised as; undefined where it has no such MIG profile. */
function partsOfGpu(pool: Tree): number | undefined {
  const replicas = pool.mpsReplicas ?? pool.timeSlicingReplicas;
  if (replicas !== undefined) return Number(replicas);
  if (pool.migProfile === undefined) return 1;
  const gpu = findAccelerator(String(typeOf(pool)?.accelerator));
  return gpu?.migProfiles.find(({ name }) => name === pool.migProfile)?.maxInstances;
}

/** The pool that a workload names. */
export const poolOf = ({ root, owner }: Place): Tree => part(root, "pools", String(owner.pool));

/** What the replicas of a server at a place follow from; undefined where its pool does not say. */
export function servingRoom(place: Place): ServingRoom | undefined {
  const pool = poolOf(place);
  const [count, perGpu] = [typeOf(pool)?.acceleratorCount, partsOfGpu(pool)];
  if (count === undefined || perGpu === undefined) return undefined;
  const queues = part(place.root, "kubeRay", "queues");
  const teams = queues.scheduler === "kai" ? [] : (parts(queues, "teams") as unknown as ServingRoom["teams"]);
  return {
    pool: String(place.owner.pool),
    nodes: Number(part(pool, "nodes").max),
    perGpu,
    perNode: count * perGpu,
    teams,
  };
}
