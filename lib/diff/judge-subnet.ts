import type { Finding } from "./finding";
import { type ResourceChange, referencesOf } from "./plan";
import type { TerraformStack } from "./terraform-stack";
import { called, some } from "./wording";

/**
 * Auto Scaling groups whose nodes are in a subnet that goes: the groups change in place after it, and EC2 deletes no subnet with instances.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSubnet.html
 */
export function judgeNodesInSubnet(
  change: ResourceChange,
  changes: ReadonlyMap<string, ResourceChange>,
  old: TerraformStack,
): readonly Finding[] {
  if (change.before?.type !== "aws_subnet" || change.action === "update") return [];
  const groups = [...old.resources.values()].filter(
    ({ type, block, address: group }) =>
      type === "aws_autoscaling_group" &&
      referencesOf(block).some(({ address }) => address === change.address) &&
      // A group that goes too goes first, with its nodes.
      !["destroy", "replace"].includes(changes.get(group)?.action ?? ""),
  );
  if (groups.length === 0) return [];
  const nodes = some(groups.map(called));
  return [
    {
      impact: "nodes-drained",
      says: `${nodes}: its nodes are in ${called(change.before)}, and EC2 deletes no subnet with instances; scale it to 0 before the apply, which otherwise waits and fails`,
      addresses: groups.map(({ address }) => address),
    },
  ];
}
