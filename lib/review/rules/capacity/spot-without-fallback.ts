import { add } from "../../../remedies/remedy";
import { capacity, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const spotWithoutFallback: Rule = {
  id: "spot-without-fallback",
  area: "capacity",
  severity: "warning",
  clouds: "all",
  title: "Spot-only pool without fallback",
  why: "GPU Spot capacity can be unavailable for days. Jobs then stay pending even when On-Demand capacity is available.",
  fix: "Add `Capacity.onDemand()` after the Spot source.",
  verify: "Run `aws ec2 get-spot-placement-scores` for the instance type and node count.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-best-practices.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.capacity.some((c) => c.kind === "spot")),
      ({ pool, path }) =>
        pool.capacity.every((c) => c.kind === "spot")
          ? {
              path: `${path}.capacity`,
              value: "spot only",
              allowed: "Spot followed by another source",
              fix: say`${add("on-demand")} after ${capacity("spot")}`,
            }
          : null,
    ),
};
