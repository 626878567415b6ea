import { interconnectSpansNodes } from "../../../catalog/instance-types";
import { set } from "../../../remedies/remedy";
import { say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const gpuNodesAlwaysOn: Rule = {
  id: "gpu-nodes-always-on",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "GPU nodes always on",
  why: "`nodes.min` keeps On-Demand GPU nodes running around the clock; eight H100s cost about 40,000 USD per month.",
  fix: "Set `nodes.min` to 0 for batch jobs. For inference, keep the nodes that the off-peak load needs.",
  verify: "Multiply nodes.min by the hourly price and 730 hours per month.",
  source: "https://aws.amazon.com/ec2/pricing/on-demand/",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(
        ({ pool, type }) =>
          design.workload?.kind !== "inference" &&
          // Azure has racks (GB200, GB300) whole or not at all
          !(pool.nodes.min === pool.nodes.max && type !== null && interconnectSpansNodes(type)) &&
          pool.adoptedBy?.kind !== "fleet" &&
          pool.owned === undefined &&
          pool.capacity.every((c) => c.kind === "on-demand" || c.kind === "spot"),
      ),
      ({ pool, path }) =>
        pool.nodes.min > 0
          ? {
              path: `${path}.nodes.min`,
              value: pool.nodes.min,
              allowed: "0 for nodes billed by the hour",
              fix: say`${set("nodes.min", 0)}; nodes start when a job needs them`,
            }
          : null,
    ),
};
