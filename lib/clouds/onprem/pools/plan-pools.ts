import { addNodeType, findNodeType, type NodeType, nodeTypes } from "../../../catalog/node-types";
import type { Problems } from "../../../errors";
import { withDefaults } from "../../../props/with-defaults";
import { nearest } from "../../../units/nearest";
import { expandHostList } from "../shared/host-list";
import type { OnPremPoolOptions } from "../shared/on-prem-cluster-props";
import { POOL } from "../shared/on-prem-cluster-table";
import type { PlannedPool } from "../shared/planned-pool";
import { checkServer } from "./check-server";

/** A name of digits alone would be taken for an address. */
const HOST_NAME = /^(?=.*[a-z])[a-z0-9][a-z0-9-]{0,62}$/;

function typeOf(problems: Problems, at: string, machine: string | NodeType): NodeType | undefined {
  if (typeof machine !== "string") {
    if (!checkServer(problems, `${at}.machine`, machine)) return undefined;
    const known = findNodeType(machine.name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(machine)) {
      const message = `${at}.machine must have its own name, got ${machine.name}, which is another server's; use one such as ${machine.name}-own`;
      problems.add("duplicate", `${at}.machine`, message);
      return undefined;
    }
    addNodeType(machine);
    return machine;
  }
  const known = findNodeType(machine);
  if (known !== undefined) return known;
  const names = nodeTypes().map(({ name }) => name);
  const [near] = nearest(machine, names, 1);
  const message = `${at}.machine must be one of ${names.join(", ")} or your own row, got ${JSON.stringify(machine)}; use ${near ?? names[0]}`;
  problems.add("unknown-name", `${at}.machine`, message);
  return undefined;
}

function namesOf(problems: Problems, at: string, pool: string, { names, nodes }: OnPremPoolOptions): readonly string[] {
  const width = Math.max(3, String(nodes).length);
  if (names === undefined)
    return Array.from({ length: nodes }, (_, i) => `${pool}-${String(i + 1).padStart(width, "0")}`);
  const expanded = expandHostList(names) ?? [];
  const wrong = expanded.find((name) => !HOST_NAME.test(name));
  if (expanded.length === 0 || wrong !== undefined) {
    const got = wrong ?? names;
    problems.add(
      "malformed",
      `${at}.names`,
      `${at}.names must be a host list, with names of lower-case letters, digits and -, a letter in each, got ${JSON.stringify(got)}; use one such as r[1-2]n[01-16]`,
    );
    return [];
  }
  if (expanded.length !== nodes) {
    problems.add(
      "conflict",
      `${at}.names`,
      `${at}.names must have one name for each of the ${nodes} nodes, got ${expanded.length}`,
    );
    return [];
  }
  return expanded;
}

/** Pools in the order in which they are declared; problems where a server is unknown or a name is there twice. */
export function planPools(
  problems: Problems,
  pools: Readonly<Record<string, OnPremPoolOptions>>,
): readonly PlannedPool[] {
  if (Object.keys(pools).length === 0)
    problems.add(
      "required",
      "pools",
      "pools must have at least one pool, got none; add one with its server type (machine) and nodes",
    );
  const owners = new Map<string, string>();
  return Object.entries(pools).flatMap(([name, options]) => {
    const at = `pools.${name}`;
    const { spares } = withDefaults(POOL, options);
    if (spares >= options.nodes)
      problems.add(
        "conflict",
        `${at}.spares`,
        `${at}.spares must be less than the ${options.nodes} nodes, got ${spares}; use ${Math.max(0, Math.ceil(options.nodes / 50) - 1)}`,
      );
    const names = namesOf(problems, at, name, options);
    for (const node of names) {
      const owner = owners.get(node);
      if (owner !== undefined)
        problems.add(
          "duplicate",
          `${at}.names`,
          `${at}.names must differ from those of other nodes, got ${node} twice; use each name once`,
        );
      owners.set(node, name);
    }
    const type = typeOf(problems, at, options.machine);
    return type === undefined ? [] : [{ name, type, names, spares, labels: options.labels ?? {} }];
  });
}
