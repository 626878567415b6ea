// Cells of the upgrade matrix put together: two for a step of a random walk, several for a run that holds all of them in few upgrades.
import type { KubeRayClusterProps } from "../../../../lib/clouds/aws/index";
import type { Change } from "./upgrade-cells";

const PARTS = ["h100", "l40s", "lustre", "ray", "job", "run", "served", "groups", "triton", "mount"] as const;

/** Both changes; where they say different things of one prop, the second's. */
export function both(a: Change, b: Change): Change {
  const merged = PARTS.map((part) => [part, a[part] || b[part] ? { ...a[part], ...b[part] } : undefined]);
  return {
    ...Object.fromEntries(merged.filter(([, value]) => value !== undefined)),
    cluster: (pools) => ({ ...a.cluster?.(pools), ...b.cluster?.(pools) }),
  };
}

/** Props that make another object of a part, in which no other change of the part would be seen. */
const ANOTHER = ["name", "namespace", "kind", "engine", "queue", "exposure", "instanceType", "nodes", "capacity"];
/** What a list of the cluster replaces. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  rayClusters: ["ray"],
  jobs: ["job"],
  fineTuning: ["run"],
  serving: ["served", "groups"],
  triton: ["triton"],
  bucketMounts: ["mount"],
  fileSystems: ["lustre"],
  queues: ["ray", "job", "run"],
};

/** Props that a change sets, and parts that it has to itself. */
function taken(change: Change): { readonly props: readonly string[]; readonly parts: readonly string[] } {
  // pools are handed on, and read by none
  const pools = { h100: {}, l40s: {} } as Parameters<NonNullable<Change["cluster"]>>[0];
  const own = Object.keys((change.cluster?.(pools) ?? {}) as KubeRayClusterProps);
  const of = PARTS.flatMap((part) => Object.keys(change[part] ?? {}).map((prop) => ({ part, prop })));
  return {
    props: [...own.map((prop) => `cluster.${prop}`), ...of.map(({ part, prop }) => `${part}.${prop}`)],
    parts: [
      ...own.flatMap((prop) => LISTS[prop] ?? []),
      ...of.filter(({ prop }) => ANOTHER.includes(prop)).map(({ part }) => part),
    ],
  };
}

function apart(a: Change, b: Change): boolean {
  const [one, other] = [taken(a), taken(b)];
  const within = (props: readonly string[], parts: readonly string[]) =>
    props.some((prop) => parts.includes(prop.split(".")[0]!));
  return (
    !one.props.some((prop) => other.props.includes(prop)) &&
    !within(one.props, other.parts) &&
    !within(other.props, one.parts)
  );
}

type Cell = readonly [string, Change];
const MOST = 8;

/** Cells in groups of which no two set one prop. */
export function groupsOf(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  const groups: Cell[][] = [];
  for (const cell of cells) {
    const free = groups.find((group) => group.length < MOST && group.every(([, change]) => apart(change, cell[1])));
    if (free) free.push(cell);
    else groups.push([cell]);
  }
  return groups;
}

/** A group as one cell. */
export const asOne = (group: readonly Cell[]): Cell => [
  group.map(([title]) => title).join("; "),
  group.map(([, change]) => change).reduce(both),
];
