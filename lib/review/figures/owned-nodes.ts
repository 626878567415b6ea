import type { Ownership } from "../../model/ownership";
import { quotedOwnership } from "../../sizing/cost/ownership-quote";
import { nodeDraw } from "../../sizing/cost/power";
import { percent, usd } from "../../units/quantity";
import type { Design, PoolFacts } from "../design";
import type { CostPart } from "./cost-part";

/** What owned nodes cost by a quote. */
export interface OwnedCost {
  /** All of them, per hour, in use or not, US dollars. */
  readonly usdPerHour: number;
  /** The hour of one GPU, and the parts that it is made of. */
  readonly note: string;
}

/** What so many nodes of a pool would cost their owner; null without accelerators or where their power is not known. */
export function ownedCost({ accelerator, gpusPerNode }: PoolFacts, nodes: number, quote: Ownership): OwnedCost | null {
  const drawWatts = accelerator && nodeDraw(accelerator, gpusPerNode)?.trainingWatts.expected;
  if (!drawWatts) return null;
  const { usdPerYear, usdPerGpuHour, byPart } = quotedOwnership(quote, { nodes, gpusPerNode, drawWatts });
  const parts = Object.entries(byPart).map(([part, ofYear]) => `${part} ${percent(ofYear / usdPerYear)}`);
  return {
    usdPerHour: usdPerGpuHour * nodes * gpusPerNode,
    note: `${usd(usdPerGpuHour)} per GPU-hour from your quote, in use or not: ${parts.join(", ")}`,
  };
}

/** The nodes that a site owns, which cost the same in use or not; none without a quote. */
export function ownedParts({ cluster: { ownership }, gpuPools }: Design): CostPart[] {
  if (ownership === undefined) return [];
  return gpuPools
    .filter(({ pool }) => pool.owned !== undefined && pool.nodes.max > 0)
    .map((p) => {
      const { name, instanceType } = p.pool;
      const nodes = p.pool.nodes.max + (p.pool.spares ?? 0);
      const cost = ownedCost(p, nodes, ownership);
      return {
        name: `${nodes} x ${instanceType}, owned (${name})`,
        kind: "compute",
        usdPerHour: cost?.usdPerHour ?? null,
        usdPerHourIdle: cost?.usdPerHour ?? null,
        note: cost?.note ?? "power of the node is not published",
        priceRegion: null,
        pricedOn: null,
        checkedOn: null,
        owned: true,
      };
    });
}
