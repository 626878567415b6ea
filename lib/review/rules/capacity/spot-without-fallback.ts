import { checkEach, type Rule } from "../../rule";

export const spotWithoutFallback: Rule = {
  id: "spot-without-fallback",
  area: "capacity",
  severity: "warning",
  clouds: "all",
  title: "pool that has nothing but spot",
  why: "GPU spot capacity may be gone for days; jobs then wait although on-demand nodes could be had.",
  fix: "Add `Capacity.onDemand()` behind the spot source.",
  verify: "`aws ec2 get-spot-placement-scores` for the type and number of nodes.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-best-practices.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.capacity.some((c) => c.kind === "spot")),
      ({ pool, path }) =>
        pool.capacity.every((c) => c.kind === "spot")
          ? {
              path: `${path}.capacity`,
              value: "spot only",
              allowed: "spot with another source behind it",
              fix: "add Capacity.onDemand() behind Capacity.spot()",
            }
          : null,
    ),
};
