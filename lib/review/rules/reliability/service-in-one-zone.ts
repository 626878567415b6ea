import { checkEach, type Rule } from "../../rule";

export const serviceInOneZone: Rule = {
  id: "service-in-one-zone",
  area: "reliability",
  severity: "info",
  clouds: "all",
  title: "service whose nodes are all in one availability zone",
  why: "A zone that fails or runs out of the GPU type takes the whole service with it.",
  fix: "Serve from two regions or more with `InferenceRegions`; of networks written by hand, use subnets in two zones for pools that serve.",
  verify:
    "`aws autoscaling describe-auto-scaling-groups --query 'AutoScalingGroups[].AvailabilityZones'` lists more than one.",
  source:
    "https://docs.aws.amazon.com/wellarchitected/latest/reliability-pillar/use-fault-isolation-to-protect-your-workload.html",
  check: (design) =>
    checkEach(design.workload?.kind === "inference" && design.workPool ? [design.workPool] : [], (p) => {
      const zones = new Set(design.cluster.networks.flatMap((n) => n.computeSubnets.map((s) => s.availabilityZone)));
      if (p.pool.availabilityZone === null && zones.size > 1) return null;
      return {
        path: `${p.path}.availabilityZone`,
        value: p.pool.availabilityZone ?? [...zones].join(", "),
        allowed: "two zones or more",
        fix: "serve from two regions with InferenceRegions",
      };
    }),
};
