import { checkEach, type Rule } from "../../rule";

export const placementGroupWithReservation: Rule = {
  id: "placement-group-with-reservation",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "cluster placement group on a Capacity Block or targeted reservation",
  why: "Reserved machines stand where they stand. Asking for them inside a new placement group ends in InsufficientInstanceCapacity wherever they do not happen to stand close enough, although the capacity is paid for; a Capacity Block is inside one UltraCluster anyway.",
  fix: "Leave `placement` at its default for pools with a block or reservation; for a reservation that was made inside a group, name it with Placement.existing().",
  verify:
    "Launch one instance with the reservation and the group: `aws ec2 run-instances --dry-run` does not show it, a real launch does.",
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
            ? "none, since the block is placed already"
            : "none, or the existing group that the reservation was made in",
          fix: block ? "leave placement out" : "leave placement out, or use Placement.existing(name)",
        };
      },
    ),
};
