import { instancePrice } from "../../catalog/prices";
import type { InstanceType } from "../../catalog/types";
import { ultraServers } from "../../catalog/ultra-servers";
import { defaultCloud } from "../../clouds/default-cloud";
import type { CostFigures } from "../../review/figures/cost";
import type { Figures } from "../../review/figures/figures";
import { blocksInARow, MOST_BLOCK_NODES } from "../../sizing/cost/capacity-block";
import type { Range } from "../../sizing/inputs/range";
import type { Candidate, Purchase } from "./candidate-cluster";
import type { RankOptions } from "./ranked-design";

export const DEFAULT_MAX_NODES = 128;

/** Ways to buy a type that it is sold under and that have a price. */
export function purchasesOf(type: InstanceType, options: RankOptions): Purchase[] {
  const { referenceRegion } = options.cloud ?? defaultCloud.facts;
  const asked = options.purchases ?? (["on-demand", "capacity-block", ...(options.spot ? ["spot"] : [])] as Purchase[]);
  const priced = (purchase: Purchase) =>
    purchase === "spot"
      ? options.spot?.usdPerHour[type.name] !== undefined
      : [options.region, referenceRegion].some((region) => instancePrice(type.name, purchase, region) !== undefined);
  return asked.filter((purchase) => type.purchase.includes(purchase) && priced(purchase));
}

/** Powers of two, which batches divide by; whole UltraServers where a type is sold in nothing less. */
export function nodeCounts(type: InstanceType, options: RankOptions): number[] {
  if (options.nodes !== undefined) return [options.nodes];
  const max = options.maxNodes ?? DEFAULT_MAX_NODES;
  const units = ultraServers()
    .filter((server) => server.instanceType === type.name)
    .map((server) => server.instances);
  const counts = Array.from({ length: 1 + Math.floor(Math.log2(Math.max(1, max))) }, (_, i) => 2 ** i).flatMap((n) =>
    units.length === 0 ? [n] : units.map((unit) => n * unit),
  );
  return [...new Set(counts)].filter((n) => n <= max);
}

/** Whether so many nodes can be bought that way for a run of so many days: of Capacity Blocks one alone. */
export function sellsRun(purchase: Purchase, nodes: number, days: Range): boolean {
  return purchase !== "capacity-block" || (nodes <= MOST_BLOCK_NODES && blocksInARow(days.high) === 1);
}

/** Nodes and storage per hour, spot nodes at the price that the user gave. */
export function spotUsdPerHour(
  { instanceType, nodes }: Candidate,
  { usdPerHour, parts }: CostFigures,
  options: RankOptions,
): number {
  const spot = options.spot?.usdPerHour[instanceType];
  if (spot === undefined) return usdPerHour;
  const listed = parts.filter(({ kind }) => kind === "compute").reduce((sum, part) => sum + (part.usdPerHour ?? 0), 0);
  return usdPerHour - listed + nodes * spot;
}

/** What a ranked design says of its nodes, whatever runs on them. */
export function nodeFacts(type: InstanceType, { nodes, purchase }: Candidate, { reliability, power }: Figures) {
  return {
    instanceType: type.name,
    nodes,
    gpus: nodes * type.acceleratorCount,
    purchase,
    hoursBetweenFailures: reliability?.hoursBetweenFailures.expected ?? null,
    facilityWatts: power?.facilityWatts.expected ?? null,
    next: null,
  };
}
