import { trains } from "../../../model/workload";
import { capacity, say } from "../../../remedies/sentence";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const spotForDeadline: Rule = {
  id: "spot-for-deadline",
  area: "capacity",
  severity: "warning",
  clouds: "all",
  title: "Run with a deadline on Spot Instances",
  why: "One Spot interruption stops the whole job, and 16 nodes are interrupted about 16 times as often as one. A deadline cannot be guaranteed.",
  fix: "Put a Capacity Block or capacity reservation first, or remove the deadline.",
  verify:
    "Look up the instance type's interruption frequency in the Spot Instance Advisor and multiply it by the number of nodes.",
  source:
    "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-interruptions.html https://aws.amazon.com/ec2/spot/instance-advisor/",
  check: (design) =>
    !trains(design.workload) || design.workload.deadlineDays === null
      ? DOES_NOT_APPLY
      : checkEach(design.workPool ? [design.workPool] : [], ({ pool, path }) =>
          pool.capacity[0]?.kind === "spot"
            ? {
                path: `${path}.capacity[0]`,
                value: "spot",
                allowed: "a block, a reservation or On-Demand before Spot",
                fix: say`put ${capacity("block")} or ${capacity("reservation")} first`,
              }
            : null,
        ),
};
