import { checkEach, type Rule } from "../../rule";

export const capacityShort: Rule = {
  id: "capacity-short",
  area: "capacity",
  severity: "warning",
  clouds: "all",
  title: "pool larger than all its capacity together",
  why: "The scheduler plans jobs for nodes that no source can give; they wait for ever.",
  fix: "Add a source without a limit (on-demand or spot), enlarge the reservation, or lower `nodes.max`.",
  verify: "Add up the nodes of the sources; the sum must reach nodes.max.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-reservations.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.capacity.length > 0 && pool.capacity.every((c) => c.nodes !== null)),
      ({ pool, path }) => {
        const sum = pool.capacity.reduce((total, c) => total + (c.nodes ?? 0), 0);
        if (sum >= pool.nodes.max) return null;
        return {
          path: `${path}.nodes.max`,
          value: pool.nodes.max,
          allowed: `${sum}, what its sources hold`,
          fix: `lower nodes.max to ${sum}, or add Capacity.onDemand()`,
        };
      },
    ),
};
