import type { CapacitySource, Workload } from "../../../model/model";
import type { Range } from "../../../sizing/inputs/range";
import { type Design, designOf, type PoolFacts } from "../../design";

/** What changes: the number of nodes, how they are bought, how well the GPUs are used; or a measure to hold tuning work against. */
export type MarginalKind = "nodes" | "purchase" | "utilization" | "yardstick";

/** One change of the design, and what it buys. */
export interface MarginalChoice {
  readonly kind: MarginalKind;
  /** In words: `20 nodes instead of 16`. */
  readonly change: string;
  /** Time to train with it, days; null for a service. */
  readonly days: Range | null;
  /** What the run then costs, US dollars; null for a service, or without a price. */
  readonly usd: Range | null;
  /** Nodes that the service then needs; null for a run. */
  readonly nodesNeeded: number | null;
  /** Cost of those nodes, US dollars per hour; null for a run, or without a price. */
  readonly usdPerHour: number | null;
  /** Saved against the design as it is, by the expected figures; negative where it takes longer or costs more. */
  readonly daysSaved: number | null;
  readonly usdSaved: number | null;
  /** What it takes, or why it buys nothing; empty where there is nothing to add. */
  readonly note: string;
}

/** What the next node, a better use of the GPUs or another purchase would buy. */
export interface MarginalFigures {
  /** More GPUs or better utilization, in one sentence; null where neither saves anything. */
  readonly answer: string | null;
  readonly choices: readonly MarginalChoice[];
}

/** A design with another number of nodes in its work pool: what is missing comes from its last source. */
export function withNodes(design: Design, { pool }: PoolFacts, nodes: number): Design {
  const bounded = pool.capacity.every((source) => source.nodes !== null);
  const held = pool.capacity.reduce((sum, source) => sum + (source.nodes ?? 0), 0);
  const missing = bounded ? Math.max(0, nodes - held) : 0;
  const last = pool.capacity.length - 1;
  const capacity = pool.capacity.map(
    (source, i): CapacitySource => (i === last && missing > 0 ? { ...source, nodes: source.nodes! + missing } : source),
  );
  const changed = { ...pool, capacity, nodes: { min: Math.min(pool.nodes.min, nodes), max: nodes } };
  const pools = design.cluster.pools.map((one) => (one.name === pool.name ? changed : one));
  return designOf({ ...design.cluster, pools }, design.workload);
}

/** A design for a changed workload. */
export function withWorkload<W extends Workload>(design: Design, workload: W, changes: Partial<W>): Design {
  return designOf(design.cluster, { ...workload, ...changes });
}
