import type { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import { expandHostList } from "../files/expand-host-list";
import { checkUnique } from "./check-value";
import type { SlurmSwitch } from "./slurm-cluster";

/**
 * What slurmctld ends over, or takes in a way that nobody meant, in a tree of switches: a name twice, a switch below that is not there or
 * stands above itself, nodes or a switch under two switches.
 * @see https://slurm.schedmd.com/topology.conf.html
 */
export function checkTree(switches: readonly SlurmSwitch[], problems: Problems): void {
  const names = switches.map(({ name }) => name);
  checkUnique(problems, "topology.switches", names);
  checkBelow(switches, names, problems);
  checkOnce(switches, "nodes", problems);
  checkOnce(switches, "switches", problems);
}

function checkBelow(switches: readonly SlurmSwitch[], names: readonly string[], problems: Problems): void {
  const below = new Map(switches.map(({ name, switches: list }) => [name, list === null ? [] : expandHostList(list)]));
  switches.forEach(({ name }, index) => {
    const path = `topology.switches[${index}].switches`;
    for (const each of below.get(name)!.filter((one) => !names.includes(one))) {
      const [near] = nearest(each, names);
      problems.add(
        "unknown-name",
        path,
        `${path} must be names of switches, got ${each}; ${near === undefined ? "add it" : `use ${near}`}`,
      );
    }
    if (leadsBack(name, below)) {
      problems.add("conflict", path, `${path} must not lead back to ${name}, or no switch is the top; take one out`);
    }
  });
}

function leadsBack(start: string, below: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const walk = (name: string): boolean =>
    (below.get(name) ?? []).some((next) => {
      if (next === start) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return walk(next);
    });
  return walk(start);
}

function checkOnce(switches: readonly SlurmSwitch[], key: "nodes" | "switches", problems: Problems): void {
  const owner = new Map<string, number>();
  switches.forEach((each, index) => {
    const list = each[key];
    if (list === null) return;
    const path = `topology.switches[${index}].${key}`;
    const twice = expandHostList(list).filter((name) => owner.has(name));
    if (twice.length > 0) {
      const first = owner.get(twice[0]!)!;
      const more = twice.length > 1 ? ` and ${twice.length - 1} more` : "";
      const other = first === index ? "the same list" : `topology.switches[${first}]`;
      problems.add(
        "duplicate",
        path,
        `${path} must be under one switch each, got ${twice[0]}${more} again, as in ${other}; leave them out of one`,
      );
    }
    for (const name of expandHostList(list)) owner.set(name, owner.get(name) ?? index);
  });
}
