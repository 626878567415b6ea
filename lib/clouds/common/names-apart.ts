import type { IConstruct } from "constructs";
import type { Scheduler } from "../../model/model";
import { type ClusterPart, type DescribedPart, IDENTIFIED } from "./cluster-part";

type Kind = (typeof IDENTIFIED)[number];
type NameOf = (kind: Kind, name: string) => string;

/** A part with its names, and those of other parts that it mentions, replaced. */
function renamed(part: ClusterPart, own: NameOf, mentioned: NameOf): ClusterPart {
  const named = <T extends { readonly name: string }>(kind: Kind, all: readonly T[]): T[] =>
    all.map((one) => ({ ...one, name: own(kind, one.name) }));
  const { pools, schedulers } = part;
  const others = Object.fromEntries(
    (["fabrics", "fileSystems", "buckets", "monitoring"] as const).flatMap((kind) => {
      const all = part[kind];
      return all === undefined ? [] : [[kind, named<{ readonly name: string }>(kind, all)]];
    }),
  );
  return {
    ...part,
    ...others,
    ...(pools && {
      pools: named("pools", pools).map((pool) => ({
        ...pool,
        fabric: pool.fabric && { ...pool.fabric, name: mentioned("fabrics", pool.fabric.name) },
        mounts: pool.mounts.map((m) => ({ ...m, fileSystem: mentioned("fileSystems", m.fileSystem) })),
        adoptedBy: pool.adoptedBy && { ...pool.adoptedBy, name: mentioned("schedulers", pool.adoptedBy.name) },
      })),
    }),
    ...(schedulers && {
      schedulers: named("schedulers", schedulers).map((one) => withPools(one, (name) => mentioned("pools", name))),
    }),
  };
}

/** A scheduler with the names of its pools replaced. */
function withPools(scheduler: Scheduler, nameOf: (pool: string) => string): Scheduler {
  const each = <T extends { readonly pool: string }>(all: readonly T[]): T[] =>
    all.map((one) => ({ ...one, pool: nameOf(one.pool) }));
  switch (scheduler.kind) {
    case "slurm":
      return { ...scheduler, partitions: scheduler.partitions.map((p) => ({ ...p, pools: p.pools.map(nameOf) })) };
    case "fleet":
      return { ...scheduler, pool: nameOf(scheduler.pool) };
    case "kubernetes": {
      const { workerGroups, serving, fineTuning } = scheduler;
      return {
        ...scheduler,
        workerGroups: each(workerGroups),
        ...(serving && { serving: each(serving) }),
        ...(fineTuning && { fineTuning: each(fineTuning) }),
      };
    }
  }
}

/** Names of pools that a part mentions twice: two pools of one name that it has both. */
function mentionsTwice({ schedulers = [] }: ClusterPart): boolean {
  return schedulers.some(
    (one) => one.kind === "slurm" && one.partitions.some(({ pools }) => new Set(pools).size < pools.length),
  );
}

const scopesOf = ({ node }: IConstruct): readonly IConstruct[] => node.scopes.slice(0, -1);
const sharedScopes = (a: IConstruct, b: IConstruct): number => {
  const others = new Set(scopesOf(b));
  return scopesOf(a).filter((scope) => others.has(scope)).length;
};

/**
 * The parts of several clusters below one scope, such as two TrainingClusters, told apart: names that are used more than once begin
 * with the path of their construct's scope, `train-a/nodes`. What a part mentions is what is nearest to it in the tree. Where that
 * does not decide, nothing is renamed, and the review finds the names used twice.
 */
export function namesApart(scope: IConstruct, parts: readonly DescribedPart[]): readonly DescribedPart[] {
  const owners = new Map<string, IConstruct[]>();
  const ownersOf = (kind: Kind, name: string) => owners.get(`${kind} ${name}`) ?? [];
  for (const { construct, part } of parts)
    for (const kind of IDENTIFIED)
      for (const { name } of part[kind] ?? []) owners.set(`${kind} ${name}`, [...ownersOf(kind, name), construct]);
  const twice = [...owners.values()].filter(({ length }) => length > 1);
  if (twice.length === 0 || parts.some(({ part }) => mentionsTwice(part))) return parts;
  const within = scope.node.scopes.length;
  const qualified = (construct: IConstruct, name: string) =>
    [
      ...scopesOf(construct)
        .slice(within)
        .map(({ node }) => node.id),
      name,
    ].join("/");
  let undecided = twice.some((all) => new Set(all.map((one) => qualified(one, ""))).size < all.length);
  const all = parts.map(({ construct, part }) => {
    const own: NameOf = (kind, name) => (ownersOf(kind, name).length > 1 ? qualified(construct, name) : name);
    const mentioned: NameOf = (kind, name) => {
      const found = ownersOf(kind, name);
      if (found.length < 2) return name;
      const shared = found.map((one) => sharedScopes(one, construct));
      const nearest = found.filter((_, index) => shared[index] === Math.max(...shared));
      undecided ||= nearest.length > 1;
      return qualified(nearest[0]!, name);
    };
    return { construct, part: renamed(part, own, mentioned) };
  });
  return undecided ? parts : all;
}
