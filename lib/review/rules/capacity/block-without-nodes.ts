import { blocksOf } from "../../blocks";
import { checkEach, type Rule } from "../../rule";

export const blockWithoutNodes: Rule = {
  id: "block-without-nodes",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "Capacity Block without node count",
  why: "Nodes in a Capacity Block are static: the scheduler and the launch template need the count, and the block is billed whether or not the nodes start.",
  fix: "Set `nodes` in `Capacity.block(id, { nodes })` to the number of purchased instances.",
  verify:
    "`aws ec2 describe-capacity-reservations --query 'CapacityReservations[].TotalInstanceCount'` prints the number for the block's ID.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-launch.html",
  check: (design) =>
    checkEach(blocksOf(design), ({ source, path }) =>
      source.nodes === null
        ? {
            path: `${path}.nodes`,
            value: null,
            allowed: "the number of instances purchased",
            fix: "set nodes on the block",
          }
        : null,
    ),
};
