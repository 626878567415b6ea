import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const fleetKeepsUnhealthy: Rule = {
  id: "fleet-keeps-unhealthy",
  area: "reliability",
  severity: "warning",
  clouds: ["aws"],
  title: "Unhealthy instances are not replaced",
  why: "A hung node keeps receiving requests, or holds capacity without serving any.",
  fix: "Keep `replaceUnhealthy` enabled (the default).",
  verify: "Stop the service on one node; the Auto Scaling group must replace it within the grace period.",
  source: "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-health-checks.html",
  check: (design) =>
    checkEach(design.fleets, (fleet) =>
      fleet.replaceUnhealthy
        ? null
        : {
            path: `schedulers.${fleet.name}.replaceUnhealthy`,
            value: false,
            allowed: "true",
            fix: set("replaceUnhealthy", true),
          },
    ),
};
