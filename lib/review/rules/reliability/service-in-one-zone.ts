import { add } from "../../../remedies/remedy";
import { factsOf } from "../../clouds/list";
import { checkEach, type Rule } from "../../rule";

/** What to do in clouds whose architectures have one Region each. */
const ELSEWHERE =
  "deploy the design in a second Region too, and send requests to both by DNS or a global load balancer";

export const serviceInOneZone: Rule = {
  id: "service-in-one-zone",
  area: "reliability",
  severity: "info",
  clouds: "all",
  title: "Service in a single Availability Zone",
  why: "If the Availability Zone fails or runs out of the GPU type, the whole service is down.",
  fix: "On AWS, serve from two or more Regions with `InferenceRegions`, or start the nodes with a `NodeFleet` of `zones: 2`. In other clouds, deploy the design in a second Region and send requests to both. In hand-written networks, use subnets in two Availability Zones for inference pools.",
  verify:
    "On AWS, `aws autoscaling describe-auto-scaling-groups --query 'AutoScalingGroups[].AvailabilityZones'` lists more than one; on Azure, `az vmss list --query '[].[name,zones]'` does.",
  source:
    "https://docs.aws.amazon.com/wellarchitected/latest/reliability-pillar/use-fault-isolation-to-protect-your-workload.html",
  check: (design) =>
    checkEach(design.workload?.kind === "inference" && design.workPool ? [design.workPool] : [], (p) => {
      const zones = new Set(design.cluster.networks.flatMap((n) => n.computeSubnets.map((s) => s.availabilityZone)));
      if (p.pool.availabilityZone === null && zones.size > 1) return null;
      return {
        path: `${p.path}.availabilityZone`,
        value: p.pool.availabilityZone ?? [...zones].join(", "),
        allowed: "two or more Availability Zones",
        fix: factsOf(design)?.servesRegions ? add("region") : ELSEWHERE,
      };
    }),
};
