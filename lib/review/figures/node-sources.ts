import { instancePrice } from "../../catalog/prices";
import type { InstancePrice, PurchaseOption } from "../../catalog/types";
import type { CapacitySource, NodePool } from "../../model/model";
import type { Design, PoolFacts } from "../design";

/** Where prices come from when the catalog has none for the region: they differ by region, often by 0 to 25 %. */
export const REFERENCE_REGION = "us-east-1";

/** A price and where it is from. */
export interface Priced {
  readonly usdPerHour: number;
  readonly note: string;
  readonly pricedOn: string;
}

const PURCHASES: Readonly<Record<CapacitySource["kind"], readonly PurchaseOption[]>> = {
  block: ["capacity-block", "on-demand"],
  reservation: ["on-demand"],
  spot: ["spot", "on-demand"],
  "on-demand": ["on-demand"],
};

/** The nearest price there is: the purchase option before another one, the region before the reference region. */
export function nearestPrice(type: string, purchases: readonly PurchaseOption[], region: string | null): Priced | null {
  const found = purchases
    .flatMap((purchase) => [region, REFERENCE_REGION].map((place) => ({ purchase, place })))
    .map(({ purchase, place }) => (place === null ? undefined : instancePrice(type, purchase, place)))
    .find((price): price is InstancePrice => price !== undefined);
  if (found === undefined) return null;
  const instead = [
    ...(found.purchase === purchases[0] ? [] : [`no ${purchases[0]} price`]),
    ...(found.region === region || region === null ? [] : [`none for ${region}`]),
  ];
  const note = [`${found.purchase} in ${found.region}, ${found.pricedOn}`, ...instead].join("; ");
  return { usdPerHour: found.usdPerHour, note, pricedOn: found.pricedOn };
}

/** Nodes of each source in order, up to the pool's largest. */
export function nodesBySource(pool: NodePool): { readonly source: CapacitySource; readonly nodes: number }[] {
  let left = pool.nodes.max;
  return pool.capacity.flatMap((source) => {
    const nodes = Math.min(left, source.nodes ?? left);
    left -= nodes;
    return nodes > 0 ? [{ source, nodes }] : [];
  });
}

/** Nodes of a pool that come from one source, and their price. */
export interface NodeSource {
  readonly pool: NodePool;
  readonly source: CapacitySource;
  readonly nodes: number;
  /** Of which are paid with no work. */
  readonly idleNodes: number;
  /** US dollars per node and hour; null where the catalog has none. */
  readonly price: Priced | null;
}

/** Price of one node of a source. */
export function sourcePrice(design: Design, pool: NodePool, source: CapacitySource): Priced | null {
  return nearestPrice(pool.instanceType, PURCHASES[source.kind], design.cluster.region);
}

/** The design's nodes by pool and source. */
export function nodeSources(design: Design): NodeSource[] {
  return design.pools.flatMap(({ pool }) =>
    nodesBySource(pool).map(({ source, nodes }, i) => {
      const prepaid = source.kind === "block" || source.kind === "reservation";
      const idleNodes = prepaid ? nodes : i === 0 ? Math.min(nodes, pool.nodes.min) : 0;
      return { pool, source, nodes, idleNodes, price: sourcePrice(design, pool, source) };
    }),
  );
}

/** Nodes of a pool that run and are paid whether there is work or not. */
export function standingGpuNodes(design: Design, { pool }: PoolFacts): number {
  const fleet = design.fleets.find((f) => f.pool === pool.name);
  if (fleet?.scaling === "fixed" && pool.nodes.min === 0) return pool.nodes.max;
  const prepaid = nodesBySource(pool).filter(({ source }) => source.kind === "block" || source.kind === "reservation");
  const held = prepaid.reduce((sum, { nodes }) => sum + nodes, 0);
  return Math.max(pool.nodes.min, held);
}
