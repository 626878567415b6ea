import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const placementGroupMissing: Rule = {
  id: "placement-group-missing",
  area: "fabric",
  severity: "warning",
  clouds: ["aws"],
  title: "Multi-node EFA pool without cluster placement group",
  why: "Without a placement group, EC2 spreads nodes across the spine switches of the zone. Collectives cross more switches with higher latency, and step time varies from launch to launch.",
  fix: "Keep the default `placement`, or set `Placement.cluster()`.",
  verify: "`aws ec2 describe-instance-topology` shows how many network nodes the instances of a job share.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/placement-strategies.html#placement-groups-cluster",
  check: (design) =>
    checkEach(
      design.multiNodePools.filter(
        ({ pool, fabric }) =>
          fabric?.kind === "efa" && pool.capacity.every((c) => c.kind === "on-demand" || c.kind === "spot"),
      ),
      ({ pool, path }) =>
        pool.placement === "cluster" || pool.placement === "existing"
          ? null
          : {
              path: `${path}.placement`,
              value: pool.placement,
              allowed: "cluster, or an existing cluster placement group",
              fix: set("placement", "cluster"),
            },
    ),
};
