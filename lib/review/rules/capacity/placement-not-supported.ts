import { leaveOut } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

const strategies = ["cluster", "partition", "spread"];

export const placementNotSupported: Rule = {
  id: "placement-not-supported",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "Placement strategy not supported by the instance type",
  why: "EC2 rejects the launch: burstable and some older instance types cannot join a cluster placement group.",
  fix: "Use an instance type that supports the strategy, or `Placement.none()`.",
  verify:
    "`aws ec2 describe-instance-types --query 'InstanceTypes[].PlacementGroupInfo.SupportedStrategies'` lists the strategy.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/placement-strategies.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool, type }) => type !== null && strategies.includes(pool.placement)),
      ({ pool, path, type }) =>
        type?.aws?.placementGroups.some((strategy) => strategy === pool.placement)
          ? null
          : {
              path: `${path}.placement`,
              value: pool.placement,
              allowed: `${["none", ...(type?.aws?.placementGroups ?? [])].join(", ")} for ${pool.instanceType}`,
              fix: [leaveOut("placement"), "use another instance type"],
            },
    ),
};
