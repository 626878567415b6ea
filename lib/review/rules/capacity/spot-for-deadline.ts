import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const spotForDeadline: Rule = {
  id: "spot-for-deadline",
  area: "capacity",
  severity: "warning",
  clouds: "all",
  title: "run with a deadline on spot nodes",
  why: "One reclaimed node stops the whole job, and sixteen are reclaimed about sixteen times as often as one; a deadline cannot be promised on that.",
  fix: "Put a Capacity Block or reservation first, or drop the deadline.",
  verify: "Look up the type's interruption rate in the Spot Instance advisor and multiply by the number of nodes.",
  source:
    "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-interruptions.html https://aws.amazon.com/ec2/spot/instance-advisor/",
  check: (design) =>
    design.workload === null || design.workload.kind === "inference" || design.workload.deadlineDays === null
      ? DOES_NOT_APPLY
      : checkEach(design.workPool ? [design.workPool] : [], ({ pool, path }) =>
          pool.capacity[0]?.kind === "spot"
            ? {
                path: `${path}.capacity[0]`,
                value: "spot",
                allowed: "a block, a reservation or on-demand before spot",
                fix: "put Capacity.block() or Capacity.reservation() first",
              }
            : null,
        ),
};
