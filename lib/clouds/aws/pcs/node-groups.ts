import type { InstanceType } from "../../../catalog/types";
import { relativeNodePrice } from "../../../slurm/definition/node-price";
import type { Capacity } from "../pools/capacity/capacity";

/** What node groups are made of: a pool's definition. */
export interface GroupedPool {
  readonly name: string;
  readonly instanceType: InstanceType;
  readonly nodes: { readonly min: number; readonly max: number };
  readonly capacity: readonly Capacity[];
  readonly labels: Readonly<Record<string, string>>;
}

/** A compute node group: the nodes of a pool from one source. */
export interface NodeGroup {
  /** The pool's name, with the kind of the source from the second on; Slurm numbers its nodes by it. */
  readonly name: string;
  readonly pool: string;
  readonly source: Capacity;
  readonly instanceType: string;
  /** Equal to `max` for nodes that always run, 0 for those that start with jobs: AWS PCS has no groups of both. */
  readonly min: number;
  readonly max: number;
  /** Slurm fills nodes of the lowest weight first. */
  readonly weight: number;
  /** What `--constraint` selects by. */
  readonly features: readonly string[];
}

/** What a pool's nodes cannot be divided into, in words; undefined where they can. */
export type Division = { readonly groups: readonly NodeGroup[] } | { readonly problem: string };

/** Most nodes of each source: what it holds or is limited to, the rest for the first without a limit; 0 for what is left out. */
function sharesOf({ nodes, capacity }: GroupedPool): number[] {
  let left = nodes.max;
  return capacity.map(({ options }) => {
    const most = Math.min(options.nodes ?? left, left);
    left -= most;
    return most;
  });
}

/**
 * Divides a pool's nodes among its sources, in their order. The pool's least nodes are static and fill whole groups from the first on.
 * @see https://docs.aws.amazon.com/pcs/latest/userguide/working-with_cng_create.html (no mix of static and dynamic instances)
 */
export function divide(pool: GroupedPool, weight: number): Division {
  const { name, nodes, capacity } = pool;
  const shares = sharesOf(pool);
  const held = shares.reduce((sum, share) => sum + share, 0);
  const idle = shares.indexOf(0);
  if (idle >= 0)
    return {
      problem: `capacity[${idle}] of pool "${name}" gets no node, since the sources before it may take all ${nodes.max}, and AWS PCS does not divide a limit between node groups; give the sources before it nodes, or leave it out`,
    };
  if (held < nodes.max)
    return {
      problem: `pool "${name}" wants ${nodes.max} nodes and its sources hold ${held}; use nodes.max ${held}, or add a source`,
    };
  let fixed = nodes.min;
  const groups: NodeGroup[] = [];
  for (const [index, source] of capacity.entries()) {
    const max = shares[index]!;
    if (fixed > 0 && fixed < max) {
      const least = nodes.min - fixed;
      return {
        problem: `nodes.min of pool "${name}" must be ${least} or ${least + max} on AWS PCS, whose node groups are static or dynamic as a whole, got ${nodes.min}; use ${least}, or make a second pool for the nodes that always run`,
      };
    }
    groups.push({
      name: index === 0 ? name : `${name}-${source.kind}${suffix(capacity, index)}`,
      pool: name,
      source,
      instanceType: pool.instanceType.name,
      min: fixed > 0 ? max : 0,
      max,
      weight: weight + index,
      features: [...new Set([name, pool.instanceType.name, ...Object.values(pool.labels)])],
    });
    fixed = Math.max(0, fixed - max);
  }
  return { groups };
}

/** Numbers the second of a kind on. */
function suffix(capacity: readonly Capacity[], index: number): string {
  const before = capacity.slice(1, index).filter(({ kind }) => kind === capacity[index]!.kind).length;
  return before === 0 ? "" : `-${before + 1}`;
}

/** Weights that have Slurm fill the cheapest pool first, with room for the sources of each: 10, 20, … */
export function weightsOf(pools: readonly GroupedPool[]): ReadonlyMap<string, number> {
  const price = ({ instanceType }: GroupedPool) => relativeNodePrice(instanceType, instanceType.vcpus);
  const byPrice = [...pools].sort((one, other) => price(one) - price(other));
  return new Map(byPrice.map(({ name }, index) => [name, (index + 1) * 10]));
}
