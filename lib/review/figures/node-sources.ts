import { instancePrice } from "../../catalog/prices";
import type { InstancePrice, PurchaseOption } from "../../catalog/types";
import { takesAlternatives } from "../../model/alternative-types";
import type { CapacitySource, NodePool } from "../../model/model";
import { busiestBlocks, nodesAtOnce } from "../block-dates";
import { factsOf } from "../clouds/list";
import type { Design, PoolFacts } from "../design";
import { purchaseName } from "../purchase-name";

/** A price and where it is from. */
export interface Priced {
  readonly usdPerHour: number;
  readonly note: string;
  /** Day of the price, and where it holds; null for a rate of the design's own. */
  readonly pricedOn: string | null;
  readonly region: string | null;
  readonly checkedOn: string | null;
  /** Purchase option that it stands in for, which the catalog has no price of; absent where it is that option's own. */
  readonly insteadOf?: PurchaseOption;
  /** Price of the cheapest type, where launches may take several; absent for one. */
  readonly leastUsdPerHour?: number;
}

const PURCHASES: Readonly<Record<CapacitySource["kind"], readonly PurchaseOption[]>> = {
  block: ["capacity-block", "on-demand"],
  reservation: ["on-demand"],
  spot: ["spot", "on-demand"],
  "on-demand": ["on-demand"],
};

/**
 * The nearest price there is: the purchase option before another one, the region before the cloud's reference region, whose
 * prices differ often by 0 to 25 %.
 */
export function nearestPrice(design: Design, type: string, purchases: readonly PurchaseOption[]): Priced | null {
  const { region } = design.cluster;
  const reference = factsOf(design)?.referenceRegion ?? null;
  const found = purchases
    .flatMap((purchase) => [region, reference].map((place) => ({ purchase, place })))
    .map(({ purchase, place }) => (place === null ? undefined : instancePrice(type, purchase, place)))
    .find((price): price is InstancePrice => price !== undefined);
  if (found === undefined) return null;
  const instead = [
    ...(found.purchase === purchases[0] ? [] : [`no ${purchaseName(purchases[0]!)} price`]),
    ...(found.region === region || region === null ? [] : [`none for ${region}`]),
  ];
  const note = [`${purchaseName(found.purchase)} in ${found.region}, ${found.pricedOn}`, ...instead].join("; ");
  const { usdPerHour, pricedOn, checkedOn } = found;
  const standsIn = found.purchase === purchases[0] ? {} : { insteadOf: purchases[0]! };
  return { usdPerHour, note, pricedOn, checkedOn, region: found.region, ...standsIn };
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
  /** Of which run while most nodes do: none of a block that starts when another has ended. */
  readonly atOnce: number;
  /** Of which are paid with no work. */
  readonly idleNodes: number;
  /** US dollars per node and hour; null where the catalog has none. */
  readonly price: Priced | null;
}

/** The design's own rate of a node, with the price of the catalog beside it. */
function ownRate(design: Design, pool: NodePool, { kind }: CapacitySource, usdPerHour: number): Priced {
  const listed = nearestPrice(design, pool.instanceType, PURCHASES[kind]);
  const catalogPrice =
    listed === null ? "no price in the catalog" : `catalog: ${listed.usdPerHour} USD, ${listed.note}`;
  return {
    usdPerHour,
    note: `your rate, ${usdPerHour} USD per node and hour; ${catalogPrice}`,
    pricedOn: null,
    region: null,
    checkedOn: null,
  };
}

/** Price of one node of a source: of several types the dearest, which launches come to where the others cannot be had. */
export function sourcePrice(design: Design, pool: NodePool, source: CapacitySource): Priced | null {
  if (source.usdPerHour !== undefined) return ownRate(design, pool, source, source.usdPerHour);
  const own = nearestPrice(design, pool.instanceType, PURCHASES[source.kind]);
  const alternatives = takesAlternatives(source) ? (pool.alternativeTypes ?? []) : [];
  if (own === null || alternatives.length === 0) return own;
  const priced = [pool.instanceType, ...alternatives].flatMap((name) => {
    const price = nearestPrice(design, name, PURCHASES[source.kind]);
    return price === null ? [] : [{ ...price, name }];
  });
  const [least, ...rest] = priced.sort((a, b) => a.usdPerHour - b.usdPerHour);
  const { name, ...most } = rest.at(-1) ?? least!;
  const unpriced = alternatives.length + 1 - priced.length;
  const note = [
    `${name}, the most expensive of ${priced.length} types: ${most.note}`,
    `${least!.usdPerHour} USD per hour for ${least!.name}`,
    ...(unpriced > 0 ? [`${unpriced} without a price`] : []),
  ].join("; ");
  return { ...most, note, leastUsdPerHour: least!.usdPerHour };
}

const isPrepaid = ({ kind }: CapacitySource) => kind === "block" || kind === "reservation";

/** The design's nodes by pool and source. */
export function nodeSources(design: Design): NodeSource[] {
  return design.pools.flatMap(({ pool }) => {
    let left = pool.nodes.min;
    const busiest = busiestBlocks(pool.capacity.filter(({ kind }) => kind === "block"));
    return nodesBySource(pool).map(({ source, nodes }) => {
      const atOnce = source.kind !== "block" || busiest.includes(source) ? nodes : 0;
      const idleNodes = isPrepaid(source) ? atOnce : Math.min(nodes, left);
      left = Math.max(0, left - idleNodes);
      return { pool, source, nodes, atOnce, idleNodes, price: sourcePrice(design, pool, source) };
    });
  });
}

/** Nodes of a pool that run and are paid whether there is work or not. */
export function standingGpuNodes({ pool }: PoolFacts): number {
  const held = nodesBySource(pool).filter(({ source }) => isPrepaid(source));
  return Math.min(
    nodesAtOnce(pool),
    Math.max(
      pool.nodes.min,
      held.reduce((sum, { nodes }) => sum + nodes, 0),
    ),
  );
}
