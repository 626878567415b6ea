import { leaveOut } from "../../../remedies/remedy";
import { placement, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const placementGroupWithReservation: Rule = {
  id: "placement-group-with-reservation",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "Cluster placement group with a Capacity Block or targeted reservation",
  why: "Reserved instances have a fixed location. A launch into a new placement group fails with `InsufficientInstanceCapacity` unless that location happens to satisfy the group, although the capacity is paid for. A Capacity Block is already inside one UltraCluster.",
  fix: "Keep the default `placement` for pools with a block or reservation. For a reservation created in a placement group, pass that group with `Placement.existing()`.",
  verify:
    "Launch one instance with the reservation and the group. `aws ec2 run-instances --dry-run` does not detect the problem; a real launch does.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-launch.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.capacity.some((c) => c.kind === "block" || c.kind === "reservation")),
      ({ pool, path }) => {
        const block = pool.capacity.some((c) => c.kind === "block");
        // A group of the pool's own holds its on-demand and spot nodes only; it is wrong where there are none.
        const reservedOnly = pool.capacity.every((c) => c.kind === "block" || c.kind === "reservation");
        const wrong = (reservedOnly && pool.placement === "cluster") || (block && pool.placement === "existing");
        if (!wrong) return null;
        return {
          path: `${path}.placement`,
          value: pool.placement,
          allowed: block
            ? "none; the block is already placed"
            : "none, or the placement group that the reservation was created in",
          fix: block ? leaveOut("placement") : [leaveOut("placement"), say`use ${placement("existing")}`],
        };
      },
    ),
};
