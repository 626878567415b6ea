import { borrowedPrice } from "../architectures/sizing/borrowed-price";
import { bootText } from "../architectures/sizing/cost-from-launch";
import { measuredTypes } from "../architectures/sizing/measured-types";
import { rankDesigns } from "../architectures/sizing/rank-designs";
import type { RankedDesign } from "../architectures/sizing/ranked-design";
import { factsOf } from "../review/clouds/list";
import type { Design } from "../review/design";
import { purchaseName } from "../review/purchase-name";
import type { Alternative } from "../review/report/html/alternatives";

/** Rows of the page. */
const SHOWN = 6;

/** Whether a design meets its objective, in words. */
export const OBJECTIVE: Readonly<Record<RankedDesign["meetsObjective"], string>> = {
  yes: "met",
  expected: "met at the expected value only",
  no: "missed",
};

/** The best design of each instance type and purchase option, in the order in which they are ranked. */
function bestOfEach(designs: readonly RankedDesign[]): RankedDesign[] {
  const seen = new Set<string>();
  return designs.filter(({ instanceType, purchase }) => {
    const key = `${instanceType} ${purchase}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Other designs for a design's workload in its cloud and Region; empty without a workload, and on premises. */
export function alternativesOf(design: Design): Alternative[] {
  const cloud = factsOf(design);
  if (design.workload === null || cloud === null) return [];
  const region = design.cluster.region ?? cloud.referenceRegion;
  const ownType = design.workPool?.type?.name;
  const instanceTypes = measuredTypes(design.workload, ownType === undefined ? [] : [ownType], { region, cloud });
  return bestOfEach(rankDesigns(design.workload, { region, cloud, by: "cost", instanceTypes }))
    .slice(0, SHOWN)
    .map((d) => ({
      design: `${d.nodes} x ${d.instanceType}, ${purchaseName(d.purchase)}${borrowedPrice(d, { region, cloud })}${bootText(d) && `, ${bootText(d)}`}`,
      days: d.days,
      usd: d.usd,
      usdPerHour: d.usdPerHour,
      objective: OBJECTIVE[d.meetsObjective],
      layout: d.layout,
    }));
}
