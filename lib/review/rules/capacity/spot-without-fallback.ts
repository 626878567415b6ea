import type { CapacitySource, NodePool } from "../../../model/model";
import { add } from "../../../remedies/remedy";
import { capacity, say } from "../../../remedies/sentence";
import { factsOf } from "../../clouds/list";
import type { Design } from "../../design";
import { checkEach, type Rule } from "../../rule";

export const spotWithoutFallback: Rule = {
  id: "spot-without-fallback",
  area: "capacity",
  severity: "warning",
  clouds: "all",
  title: "Spot-only pool without fallback",
  why: "GPU Spot capacity can be unavailable for days. Jobs then stay pending even when On-Demand capacity is available.",
  fix: "Add `Capacity.onDemand()` after the Spot source.",
  verify:
    "Ask for the placement score of the instance type and node count: on AWS, `aws ec2 get-spot-placement-scores`; on Azure, `az compute-recommender spot-placement-score`.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-best-practices.html",
  check: (design) => {
    const oneSource = factsOf(design)?.candidate?.oneSource === true;
    return checkEach(
      design.pools.filter(({ pool }) => pool.capacity.some(isSpot)),
      ({ pool, path }) => {
        if (!pool.capacity.every(isSpot) || (oneSource && hasTwin(design, pool))) return null;
        return {
          path: `${path}.capacity`,
          value: "spot only",
          allowed: oneSource
            ? "a second pool of the same nodes that is not on Spot"
            : "Spot followed by another source",
          fix: oneSource
            ? "make a second pool of the same size on demand, and list both in the partition"
            : say`${add("on-demand")} after ${capacity("spot")}`,
        };
      },
    );
  },
};

const isSpot = ({ kind }: CapacitySource): boolean => kind === "spot";

/** Where all nodes of a pool are bought in one way, what follows Spot is another pool. */
function hasTwin({ pools }: Design, { instanceType }: NodePool): boolean {
  return pools.some(({ pool }) => pool.instanceType === instanceType && !pool.capacity.every(isSpot));
}
