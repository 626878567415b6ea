import { blocksOf } from "../../blocks";
import { checkEach, type Rule } from "../../rule";

export const blockWithoutNodes: Rule = {
  id: "block-without-nodes",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "Capacity Block without a node count",
  why: "A block's nodes are static: the scheduler and the launch template must know how many there are, and a block is paid for whether they start or not.",
  fix: "Give `Capacity.block(id, { nodes })` the number of instances that was bought.",
  verify:
    "`aws ec2 describe-capacity-reservations --query 'CapacityReservations[].TotalInstanceCount'` for the block's id.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-launch.html",
  check: (design) =>
    checkEach(blocksOf(design), ({ source, path }) =>
      source.nodes === null
        ? {
            path: `${path}.nodes`,
            value: null,
            allowed: "the number of instances bought",
            fix: "set nodes of the block",
          }
        : null,
    ),
};
