import { add, set } from "../../../remedies/remedy";
import { counted } from "../../../units/quantity";
import { checkEach, type Rule } from "../../rule";

export const capacityShort: Rule = {
  id: "capacity-short",
  area: "capacity",
  severity: "warning",
  clouds: "all",
  title: "Pool larger than its capacity sources",
  why: "The scheduler plans jobs for nodes that no capacity source can provide; those jobs stay pending indefinitely.",
  fix: "Add a source without a node limit (On-Demand or Spot), enlarge the reservation, or lower `nodes.max`.",
  verify: "Add up the nodes of all capacity sources; the sum must be at least nodes.max.",
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
          allowed: `${sum}, the sum of its capacity sources`,
          // A workload's own findings say how many nodes it takes.
          fix:
            design.workload === null
              ? [set("nodes.max", sum, "lower"), add("on-demand")]
              : [add("on-demand"), `add sources of ${counted(pool.nodes.max - sum, "more nodes")}`],
        };
      },
    ),
};
