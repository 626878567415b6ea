import { type FatTree, fatTree } from "../../../sizing/fabric/fat-tree";
import { fatTreeStage, leastCablesMoved } from "../../../sizing/fabric/fat-tree-stage";
import { type Cable, type CableEnd, fatTreeWiring, type Wiring } from "../../../sizing/fabric/fat-tree-wiring";
import type { GrowthStep, Rack } from "../shared/on-prem-definition";
import type { PlannedPool } from "../shared/planned-pool";
import type { PlannedTree } from "./plan-fabric";

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);

/** A fabric with all nodes that come. */
export interface PlannedWiring {
  /** Of all nodes; later ones are `later1` …, what is no node `extra1` …. Names, ports and labels are the same at every step. */
  readonly whole: Wiring;
  /** What is there while the cluster has so many nodes. */
  at(nodes: number): Wiring;
  /** Index of the purchase that brings a cable, by the switch port that it goes to. */
  purchaseOf(to: CableEnd): number;
}

/** The ports of the places that are kept for what is no node, as many as it needs, of the planes in turn. */
function withExtras(
  { props }: FatTree,
  cables: readonly Cable[],
  reserved: ReadonlySet<string>,
  extras: number,
): Cable[] {
  const portsOfPlane = props.railsPerNode / props.planes;
  const kept = cables.filter(({ from }) => reserved.has(from.name));
  const ofPlane = Array.from({ length: props.planes }, (_, plane) =>
    kept.filter(({ from }) => Math.floor((from.port - 1) / portsOfPlane) === plane),
  );
  const taken = Array.from({ length: extras }, (_, i) => ofPlane[i % props.planes]![Math.floor(i / props.planes)]!);
  const names = new Map(taken.map((cable, i) => [cable, `extra${i + 1}`]));
  return cables.flatMap((cable) => {
    if (!reserved.has(cable.from.name)) return [cable];
    const name = names.get(cable);
    return name === undefined ? [] : [{ ...cable, from: { name, port: 1 } }];
  });
}

/** The wiring of all nodes that come, and the part of it that is there at a step. `names` are those of the nodes that are there now. */
export function planWiring({ tree, steps, extras }: PlannedTree, names?: readonly string[]): PlannedWiring {
  if (steps.length === 1) {
    const whole = fatTreeWiring(tree, names);
    return { whole, at: () => whole, purchaseOf: () => 0 };
  }
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const now = names ?? [];
  const nodes = [...now, ...numbered("later", last - now.length)];
  const reserved = numbered("reserved", tree.props.nodes - last);
  const wired = fatTreeWiring(tree, [...nodes.slice(0, first), ...reserved, ...nodes.slice(first)]);
  const cables = withExtras(tree, wired.cables, new Set(reserved), extras);
  const whole = { ...wired, nodes, extras: numbered("extra", extras), cables };
  const bought = new Map<string, number>();
  steps.forEach((step, index) => {
    for (const { to } of fatTreeStage(tree, whole, step).cables) {
      const port = `${to.name}:${to.port}`;
      if (!bought.has(port)) bought.set(port, index);
    }
  });
  return {
    whole,
    purchaseOf: ({ name, port }) => bought.get(`${name}:${port}`)!,
    at: (count) => {
      const { switches, cables: there } = fatTreeStage(tree, whole, count);
      return { nodes: nodes.slice(0, count), extras: whole.extras, switches, cables: there };
    },
  };
}

/** What is there after each purchase; empty where the cluster does not grow. */
export function growthSteps(
  planned: PlannedTree,
  { whole }: PlannedWiring,
  now: number,
  pools: readonly PlannedPool[],
  racks: readonly Rack[],
): readonly GrowthStep[] {
  const { tree, model, steps, extras } = planned;
  if (steps.length === 1) return [];
  const types = pools.flatMap((pool) => pool.names.map(() => pool.type));
  const watts = (index: number) => (types[index] ?? types.at(-1)!).nameplateWatts;
  const trees = steps.map((nodes) => fatTree({ ...tree.props, nodes, extraEndpoints: extras }));
  return steps.map((nodes, index) => {
    const { counts, links, freePorts } = fatTreeStage(tree, whole, nodes);
    const [before, alone] = [trees[index - 1], trees[index]!];
    const ofNodes = Array.from({ length: nodes }, (_, i) => watts(i)).reduce((sum, one) => sum + one, 0);
    return {
      ...{ nodes, counts, links, freePorts },
      now: nodes === now,
      racks: racks.filter(({ purchase }) => purchase <= index).length,
      kilowatts: model.maxWatts === null ? null : Math.round((ofNodes + counts.total * model.maxWatts) / 1000),
      alone: {
        switches: alone.fits ? alone.switches.total : counts.total,
        cablesMoved: before?.fits && alone.fits ? leastCablesMoved(before, alone) : 0,
      },
    };
  });
}
