import type { NodePool } from "../../../model/model";
import { trains } from "../../../model/workload";
import { capacity, say } from "../../../remedies/sentence";
import type { Design } from "../../design";
import { figuresOf } from "../../figures/figures";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

/** Share of the time to the deadline up to which a run may take at the slow end, where other nodes can go on with it. */
const ROOM = 0.5;

function hasTime(design: Design, { capacity: sources }: NodePool): boolean {
  const { run } = figuresOf(design);
  const deadline = trains(design.workload) ? design.workload.deadlineDays : null;
  const others = sources.some(({ kind }) => kind !== "spot");
  return others && run !== null && deadline !== null && run.days.high <= ROOM * deadline;
}

export const spotForDeadline: Rule = {
  id: "spot-for-deadline",
  area: "capacity",
  severity: "warning",
  clouds: "all",
  title: "Run with a deadline on Spot Instances",
  why: "One Spot interruption stops the whole job, and 16 nodes are interrupted about 16 times as often as one. A deadline cannot be guaranteed. A run whose slow estimate takes at most half of the time to the deadline, with another source after Spot, has time to go on there.",
  fix: "Put a Capacity Block or capacity reservation first, or remove the deadline.",
  verify:
    "Look up the instance type's interruption frequency in the Spot Instance Advisor and multiply it by the number of nodes.",
  source:
    "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-interruptions.html https://aws.amazon.com/ec2/spot/instance-advisor/",
  check: (design) =>
    !trains(design.workload) || design.workload.deadlineDays === null
      ? DOES_NOT_APPLY
      : checkEach(design.workPool ? [design.workPool] : [], ({ pool, path }) =>
          pool.capacity[0]?.kind === "spot" && !hasTime(design, pool)
            ? {
                path: `${path}.capacity[0]`,
                value: "spot",
                allowed: "a block, a reservation or On-Demand before Spot",
                fix: say`put ${capacity("block")} or ${capacity("reservation")} first`,
              }
            : null,
        ),
};
