import { type FabricSwitchModel, fabricSwitches } from "../../../catalog/fabric-switches";
import { movedTo, type Problem, type Problems } from "../../../errors";
import { withDefaults } from "../../../props/with-defaults";
import { type FatTree, fatTree } from "../../../sizing/fabric/fat-tree";
import { nearest } from "../../../units/nearest";
import type { OnPremFabricOptions } from "../shared/on-prem-cluster-props";
import { FABRIC } from "../shared/on-prem-cluster-table";
import type { PlannedPool } from "../shared/planned-pool";
import { attemptAs } from "../shared/told-as";

/** A switch model and the tree of it that reaches all nodes. */
export interface PlannedTree {
  readonly model: FabricSwitchModel;
  readonly tree: FatTree;
  /** Nodes after each purchase; the nodes that are there alone where the cluster does not grow. */
  readonly steps: readonly number[];
  /** Leaf ports for what is no node. */
  readonly extras: number;
}

/** Props of a tree that a fabric calls otherwise. */
const TREE_PROPS: Readonly<Record<string, string>> = {
  leafOversubscription: "oversubscription",
  nodes: "growth",
};

/** The sizing knows a tree alone, whose props are the fabric's here. */
const inFabric = (problem: Problem): Problem => movedTo(`fabric.${TREE_PROPS[problem.path] ?? problem.path}`, problem);

function modelOf(problems: Problems, name: string): FabricSwitchModel | undefined {
  const found = fabricSwitches().find((row) => row.name === name);
  if (found !== undefined) return found;
  const names = fabricSwitches().map((row) => row.name);
  const [near] = nearest(name, names, 1);
  problems.add(
    "unknown-name",
    "fabric.switch",
    `fabric.switch must be one of ${names.join(", ")}, got ${JSON.stringify(name)}; use ${near ?? "QM9700"}`,
  );
  return undefined;
}

/** Nodes after each purchase; undefined where they are no plan of growth, which is then a problem. */
function stepsOf(
  problems: Problems,
  growth: readonly number[] | undefined,
  now: number,
): readonly number[] | undefined {
  if (growth === undefined) return [now];
  const sorted = [...new Set(growth)].sort((a, b) => a - b);
  const at = "fabric.growth";
  if (sorted.join() !== growth.join())
    problems.add("malformed", at, `${at} must be ascending, got ${growth.join(", ")}; use [${sorted.join(", ")}]`);
  else if (!growth.includes(now))
    problems.add(
      "conflict",
      at,
      `${at} must have the ${now} nodes that the pools have now, got ${growth.join(", ")}; add ${now}`,
    );
  else return growth;
  return undefined;
}

/** The fat-tree of all pools' nodes, or of those that they grow to; problems where ports differ, are faster than the switch's, or the tree does not reach. */
export function planTree(
  problems: Problems,
  given: OnPremFabricOptions,
  pools: readonly PlannedPool[],
): PlannedTree | undefined {
  const options = withDefaults(FABRIC, given);
  const model = modelOf(problems, options.switch);
  const [first] = pools;
  if (model === undefined || first === undefined) return undefined;
  for (const { name, type } of pools) {
    if (type.fabric.ports !== first.type.fabric.ports)
      problems.add(
        "conflict",
        `pools.${name}.machine`,
        `pools.${name}.machine must have as many fabric ports as ${first.type.name}, got ${type.fabric.ports} of ${type.name} and ${first.type.fabric.ports}; use a separate cluster for each`,
      );
    if (type.fabric.linkGbps > model.linkGbps)
      problems.add(
        "conflict",
        "fabric.switch",
        `fabric.switch ${model.name} has ports of ${model.linkGbps} Gb/s, got ${type.fabric.linkGbps} Gb/s of ${type.name}; use a switch of that rate`,
      );
  }
  if (options.subnetManager === "ufm" && model.fabric === "ethernet")
    problems.add(
      "conflict",
      "fabric.subnetManager",
      `fabric.subnetManager is of InfiniBand, and ${model.name} is Ethernet; leave it out`,
    );
  if (options.tenants !== undefined && model.fabric === "ethernet")
    problems.add(
      "conflict",
      "fabric.tenants",
      `fabric.tenants are partitions of InfiniBand, and ${model.name} is Ethernet; leave them out`,
    );
  // What is asked of InfiniBand alone.
  for (const [prop, words] of [
    ["subnetManagers", "are hosts of OpenSM, which routes InfiniBand"],
    ["guids", "are of InfiniBand's ports"],
  ] as const) {
    if (options[prop] === undefined || model.fabric !== "ethernet") continue;
    problems.add(
      "conflict",
      `fabric.${prop}`,
      `fabric.${prop} ${words}, and ${model.name} is Ethernet; leave them out`,
    );
  }
  if (
    model.fabric !== "ethernet" &&
    options.subnetManagers !== undefined &&
    (options.subnetManager === "ufm" || options.planes > 1)
  )
    problems.add(
      "conflict",
      "fabric.subnetManagers",
      "fabric.subnetManagers are hosts of OpenSM on one plane; leave them out, and give UFM and further planes extraEndpoints",
    );
  const steps = stepsOf(problems, options.growth, pools.reduce((sum, pool) => sum + pool.names.length, 0) || 1);
  if (steps === undefined) return undefined;
  const extras = options.extraEndpoints + (options.subnetManagers?.length ?? 0);
  const grows = steps.length > 1;
  const tree = attemptAs(problems, inFabric, () =>
    fatTree({
      // What is no node has places behind those of the first purchase, where its leaf is there from the beginning.
      nodes: steps.at(-1)! + (grows ? Math.ceil(extras / first.type.fabric.ports) : 0),
      railsPerNode: first.type.fabric.ports,
      switchPorts: model.ports,
      // Of the slowest nodes: what any two halves have at least.
      linkGbps: Math.min(...pools.map(({ type }) => type.fabric.linkGbps)),
      layout: options.layout,
      leafOversubscription: options.oversubscription,
      planes: options.planes,
      extraEndpoints: grows ? 0 : extras,
      ...(options.nodesPerUnit === undefined ? {} : { nodesPerUnit: options.nodesPerUnit }),
    }),
  );
  if (tree === undefined) return undefined;
  if (!tree.fits) {
    problems.add(
      "out-of-range",
      "fabric",
      `fabric must reach every node: ${tree.why}; use at most ${tree.maxNodes} nodes or a switch of more ports`,
    );
    return undefined;
  }
  return { model, tree, steps, extras };
}
