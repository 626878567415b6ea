import { checkEach, type Rule } from "../../rule";

export const serviceScalesToZero: Rule = {
  id: "service-scales-to-zero",
  area: "inference",
  severity: "warning",
  clouds: "all",
  title: "Service with a latency objective scales to zero",
  why: "After an idle period, the first request waits for a node to boot and load the model: minutes, not the seconds of the objective.",
  fix: "Set `nodes.min` to 1 or more.",
  verify: "Wait until all nodes have scaled down, then measure one request.",
  source: "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-warm-pools.html",
  check: (design) =>
    checkEach(
      design.workload?.kind === "inference" && design.workload.timeToFirstTokenSeconds !== null && design.workPool
        ? [{ workload: design.workload, p: design.workPool }]
        : [],
      ({ workload, p }) =>
        p.pool.nodes.min > 0
          ? null
          : {
              path: `${p.path}.nodes.min`,
              value: 0,
              allowed: `1 or more for a TTFT of ${workload.timeToFirstTokenSeconds} s or less`,
              fix: "set nodes.min to 1",
            },
    ),
};
