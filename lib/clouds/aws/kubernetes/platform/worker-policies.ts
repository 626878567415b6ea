import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import type { Construct } from "constructs";

/** What a node needs to join and to pull images; the network plugin has its own role. @see https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html */
const WORKER_POLICIES = {
  worker: "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy",
  registry: "arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly",
} as const;

/** Attaches them to a node's role. */
export function attachWorkerPolicies(scope: Construct, role: IamRole): IamRolePolicyAttachment[] {
  return Object.entries(WORKER_POLICIES).map(
    ([name, policyArn]) => new IamRolePolicyAttachment(scope, `${name}-policy`, { role: role.name, policyArn }),
  );
}
