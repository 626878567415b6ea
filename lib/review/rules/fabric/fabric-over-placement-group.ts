import { checkEach, type Rule } from "../../rule";

/** Most nodes of a placement group; 300 by support request. @see https://learn.microsoft.com/azure/virtual-machines/setup-infiniband */
const MOST = 100;

export const fabricOverPlacementGroup: Rule = {
  id: "fabric-over-placement-group",
  area: "fabric",
  severity: "warning",
  clouds: ["azure"],
  title: "InfiniBand pool larger than a placement group",
  why: "A placement group holds at most 100 nodes, and InfiniBand ends at its edge. A larger scale set may span several groups: a job with nodes of two groups fails to connect, or falls back to Ethernet at a small part of the bandwidth.",
  fix: "Split the pool into pools of at most 100 nodes, each with its own fabric, or have Microsoft confirm the size of your placement group.",
  verify:
    "On each node, `curl -sH Metadata:true 'http://169.254.169.254/metadata/instance/compute/placementGroupId?api-version=2021-02-01&format=text'` must print the same id.",
  source: "https://github.com/kubernetes-sigs/dranet/issues/102",
  check: (design) =>
    checkEach(
      design.multiNodePools.filter(({ fabric }) => fabric?.kind === "infiniband"),
      ({ pool, path }) =>
        pool.nodes.max <= MOST
          ? null
          : {
              path: `${path}.nodes.max`,
              value: pool.nodes.max,
              allowed: `at most ${MOST} nodes per fabric`,
              fix: `use ${Math.ceil(pool.nodes.max / MOST)} pools of at most ${MOST} nodes`,
            },
    ),
};
