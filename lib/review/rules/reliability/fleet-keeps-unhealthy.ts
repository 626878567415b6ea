import { checkEach, type Rule } from "../../rule";

export const fleetKeepsUnhealthy: Rule = {
  id: "fleet-keeps-unhealthy",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "fleet that keeps nodes that failed",
  why: "A node that hangs goes on taking requests, or takes its share of capacity and answers none.",
  fix: "Leave `replaceUnhealthy` on.",
  verify: "Stop the service on one node; the Auto Scaling group replaces it within its grace period.",
  source: "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-health-checks.html",
  check: (design) =>
    checkEach(design.fleets, (fleet) =>
      fleet.replaceUnhealthy
        ? null
        : {
            path: `schedulers.${fleet.name}.replaceUnhealthy`,
            value: false,
            allowed: "true",
            fix: "leave replaceUnhealthy at its default",
          },
    ),
};
