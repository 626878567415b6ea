import { checkEach, type Rule } from "../../rule";

export const gpuNodesAlwaysOn: Rule = {
  id: "gpu-nodes-always-on",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "GPU nodes that run whether or not there is work",
  why: "`nodes.min` keeps on-demand GPU nodes running day and night; eight H100s cost about 40,000 USD a month.",
  fix: "Set `nodes.min` to 0 for batch work; for serving, keep what the load at night needs.",
  verify: "Multiply nodes.min by the price an hour and 730 hours.",
  source: "https://aws.amazon.com/ec2/pricing/on-demand/",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(
        ({ pool }) =>
          design.workload?.kind !== "inference" &&
          pool.adoptedBy?.kind !== "fleet" &&
          pool.capacity.every((c) => c.kind === "on-demand" || c.kind === "spot"),
      ),
      ({ pool, path }) =>
        pool.nodes.min > 0
          ? {
              path: `${path}.nodes.min`,
              value: pool.nodes.min,
              allowed: "0 for nodes that are paid by the hour",
              fix: "set nodes.min to 0; nodes start when a job asks for them",
            }
          : null,
    ),
};
