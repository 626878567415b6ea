import type { NodeType } from "../../../catalog/node-types";
import type { PlannedTree } from "../fabric/plan-fabric";
import { planWiring } from "../fabric/plan-growth";
import type { ServiceHost } from "../shared/on-prem-definition";
import type { PlannedPool } from "../shared/planned-pool";
import type { Device, Purchase } from "./rack-plan";

/** Nodes of one NVLink domain. */
export const domainNodes = ({ nvlinkDomain, accelerators }: NodeType) => nvlinkDomain / accelerators;

function nodesOf(pools: readonly PlannedPool[], last: number): Device[] {
  const now = pools.flatMap(({ name: pool, type, names }) => names.map((name, index) => ({ name, pool, type, index })));
  const end = now.at(-1);
  // Nodes to come are like the last that is there.
  const later = Array.from({ length: end === undefined ? 0 : last - now.length }, (_, i) => ({
    ...end!,
    name: `later${i + 1}`,
    index: end!.index + 1 + i,
  }));
  return [...now, ...later].map(({ name, pool, type, index }) => {
    const perDomain = domainNodes(type);
    return {
      name,
      what: type.name,
      units: type.rackUnits,
      watts: type.nameplateWatts,
      group: perDomain > 1 ? `${pool}-${Math.floor(index / perDomain)}` : undefined,
    };
  });
}

/** What each purchase brings into the racks; one alone where the cluster does not grow. */
export function purchasesOf(
  pools: readonly PlannedPool[],
  planned: PlannedTree | undefined,
  services: readonly ServiceHost[],
  storage: readonly Device[],
): readonly Purchase[] {
  const now = pools.reduce((sum, pool) => sum + pool.names.length, 0);
  const steps = planned?.steps ?? [now];
  const nodes = nodesOf(pools, Math.max(now, steps.at(-1)!));
  const wiring = planned && planWiring(planned);
  const placed = new Set<string>();
  return steps.map((step, index) => {
    const switches = (wiring?.at(step).switches ?? []).filter(({ name }) => !placed.has(name) && placed.add(name));
    return {
      nodes: nodes.slice(steps[index - 1] ?? 0, steps.length === 1 ? undefined : step),
      network: [
        ...switches.map(({ name }) => ({
          name,
          what: planned!.model.name,
          units: planned!.model.rackUnits,
          watts: planned!.model.maxWatts,
        })),
        ...(index === 0 ? services : [])
          .filter(({ role }) => role !== "storage")
          .map(({ name, role }) => ({ name, what: role, units: 1, watts: null })),
        ...(index === 0 ? storage : []),
      ],
    };
  });
}
