import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { Lazy, type TerraformResource } from "cdktf";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { PolicyStatement } from "../../shared/policy";
import { policyDocument } from "../../shared/policy";

export interface PodIdentityRoleProps {
  readonly network: IClusterNetwork;
  /** Name of the EKS cluster whose pods may take the role. */
  readonly eksClusterName: string;
  /** Name of the role. */
  readonly name: string;
  /** AWS managed policies, ARNs. @default - none */
  readonly managedPolicyArns?: readonly string[];
  readonly permissionsBoundaryArn?: string;
}

/** A role that pods get through EKS Pod Identity: no OIDC provider, no annotation, no credential in the cluster. */
export class PodIdentityRole extends Construct {
  public readonly role: IamRole;
  /** The role and what it may do: whoever uses it depends on all of them. */
  public readonly resources: TerraformResource[];
  private readonly statements: PolicyStatement[] = [];
  private readonly policyName: string;

  constructor(scope: Construct, id: string, props: PodIdentityRoleProps) {
    super(scope, id);
    this.policyName = props.name;
    this.role = new IamRole(this, "Resource", {
      name: props.name,
      assumeRolePolicy: policyDocument([
        {
          Effect: "Allow",
          Action: ["sts:AssumeRole", "sts:TagSession"],
          Principal: { Service: "pods.eks.amazonaws.com" },
          // a role of one cluster is of no use to another
          Condition: { StringEquals: { "aws:RequestTag/eks-cluster-name": props.eksClusterName } },
        },
      ]),
      permissionsBoundary: props.permissionsBoundaryArn,
      tags: props.network.tagsFor(props.name),
    });
    this.resources = [this.role];
    (props.managedPolicyArns ?? []).forEach((policyArn, i) => {
      this.resources.push(new IamRolePolicyAttachment(this, `managed-${i}`, { role: this.role.name, policyArn }));
    });
  }

  /** Allows the pods something more. */
  public grant(...statements: PolicyStatement[]): void {
    if (this.statements.length === 0) {
      const policy = new IamRolePolicy(this, "policy", {
        name: this.policyName,
        role: this.role.id,
        policy: Lazy.stringValue({ produce: () => policyDocument(this.statements) }),
      });
      this.resources.push(policy);
    }
    this.statements.push(...statements);
  }
}
